"""`fudaba table [FOLDER]`: play, look on and look back in a browser."""

import asyncio
import socket
import threading
import webbrowser
from pathlib import Path
from typing import Annotated

from rich.console import Console
from rich.text import Text

from fudaba.agents.naming import CODE_FORMS, check_code
from fudaba.common.checks import check_whole
from fudaba.common.extras import need
from fudaba.common.languages import N_, translator
from fudaba.envs import every_game
from fudaba.envs.core.scene.lines import wrapped
from fudaba.evaluation.asking import Option, read_game

from .arguments import OwnGames, parse

_, _n = translator("cli")

DESCRIPTION = N_(
    "Serves a page on this machine on which people and agents play every game, recorded games are "
    "looked at again, and the runs of a folder are listed. Tables are kept in the folder, and go "
    "on with the next server."
)
LOOPBACK, PORT, LARGEST_PORT = "127.0.0.1", 8765, 65535
ELSEWHERE = ("192.0.2.1", 9)  # reserved for documentation (RFC 5737); nothing is sent there
OPEN_TO_NETWORK = N_(
    "Open to your network: anyone with the link of a seat can sit there. The lobby, replays and "
    "runs open on this machine alone. Nothing is encrypted: anyone who can listen to the "
    "network can read the links and the cards."
)
KEPT = N_("the tables are kept; fudaba table goes on with them.")


def main(words: list[str]) -> None:
    """Parses the arguments and serves; see `table`.

    Raises:
        UserError: Bad input, or the extra `web` is not installed.
    """
    need("web")
    parse(table, words, "fudaba table", DESCRIPTION)


def table(
    folder: Annotated[
        Path,
        Option(
            "Where the tables and the runs to look at are.",
            "[FOLDER]",
            "default: runs",
            is_positional=True,
        ),
    ] = Path("runs"),
    host: Annotated[
        str,
        Option(
            "An address of this machine in the local network, so that others can sit down too; "
            "0.0.0.0 for all of them.",
            "ADDRESS",
            f"default: {LOOPBACK}, this machine alone",
        ),
    ] = LOOPBACK,
    port: Annotated[
        int, Option("The port, 0 for any that is free.", "INT", f"default: {PORT}")
    ] = PORT,
    public_url: Annotated[
        str,
        Option(
            "Where a proxy or tunnel on this machine that ends HTTPS serves the links of guests; "
            "it passes requests to the next port.",
            "URL",
            "default: none",
        ),
    ] = "",
    agents: Annotated[
        tuple[str, ...],
        Option(
            "Agents of your own code that may be seated from the lobby and asked about replays: "
            f"{CODE_FORMS}.",
            "AGENT [AGENT ...]",
            "default: none",
        ),
    ] = (),
    games: OwnGames = (),
    cards: Annotated[
        Path | None,
        Option(
            "Images of cards: french-hearts-7.svg, kikisen-red-king.png, seki-back.webp, …",
            "FOLDER",
            "default: the pictures of the package",
        ),
    ] = None,
    no_browser: Annotated[bool, Option("Only say where the page is; open no browser.")] = False,
) -> None:
    """Serves until Ctrl-C.

    Raises:
        UserError: An argument, the folder or the port can't be used, or an agent can't be loaded.
    """
    from fudaba.web.preparing import compile_ahead
    from fudaba.web.public_site import PublicSite
    from fudaba.web.serving import listen, serve

    check_whole("port", port, 0, LARGEST_PORT - bool(public_url))
    for word in agents:
        check_code(word)
    for word in games:
        read_game(word)
    if public_url:
        PublicSite.of(public_url, port)
    listening = listen(host, port)
    public = (public_url, listen(LOOPBACK, port and port + 1)) if public_url else None

    def started() -> None:
        announce(listening, host, opens_browser=not no_browser)
        if public:
            announce_proxy(*public)
        threading.Thread(target=compile_ahead, args=(every_game(),), daemon=True).start()

    try:
        asyncio.run(
            serve(folder, listening, started, own_agents=agents, public=public, cards=cards)
        )
    except KeyboardInterrupt as stop:
        stop.add_note(_(KEPT))
        raise


def announce(listening: socket.socket, host: str, *, opens_browser: bool) -> None:
    """Prints the address of the page and who can open it, and opens it in a browser."""
    from fudaba.web.guard import is_loopback

    address = own_address() if host == "0.0.0.0" else listening.getsockname()[0]
    name = f"[{address}]" if ":" in address else address
    url = f"http://{name}:{listening.getsockname()[1]}/"
    console = Console(highlight=False)
    where = _("The table is at {url} until you press Ctrl-C.", url=url)
    console.print(Text(where), soft_wrap=True)
    if not is_loopback(address):
        console.print(Text(wrapped(_(OPEN_TO_NETWORK), console.width)))
    if opens_browser:
        threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()


def announce_proxy(url: str, listening: socket.socket) -> None:
    """Prints where the proxy has to pass requests."""
    where = _(
        "Guests come by {url}: its proxy passes requests, with their host, to {address}.",
        url=url,
        address=f"http://{LOOPBACK}:{listening.getsockname()[1]}",
    )
    Console(highlight=False).print(Text(where), soft_wrap=True)


def own_address() -> str:
    """Returns the address of this machine in the local network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(ELSEWHERE)
            address: str = asking.getsockname()[0]
        except OSError:  # no network
            return LOOPBACK
    return address
