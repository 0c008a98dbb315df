"""The public address of a server behind a proxy that ends HTTPS, and its clients' addresses."""

import re
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Self

from starlette.datastructures import Headers
from starlette.types import Scope

from fudaba.common.errors import shown
from fudaba.common.languages import translator
from fudaba.envs import UserError

HTTPS_PORT, LARGEST_PORT = 443, 65535  # browsers omit the first from the host
SITE = re.compile(r"https://(?P<host>[a-z0-9.-]+|\[[0-9a-f:]+\])(:(?P<port>[0-9]{1,5}))?/?")
NETWORK_BITS = 64  # of an IPv6 address: the rest is the guest's to choose

_, _n = translator("web")


@dataclass(frozen=True)
class PublicSite:
    """The site by which guests reach the server.

    The proxy has a port of its own on this machine. Whatever comes by that port is a guest's, also
    where the proxy runs on this machine and forwards no address.

    Attributes:
        origin: Such as `https://cards.example`.
        port: The port for the proxy.
    """

    origin: str
    port: int

    @classmethod
    def of(cls, url: str, port: int) -> Self:
        """Returns the site of a URL.

        Raises:
            UserError: It is not the address of a site alone, by HTTPS.
        """
        found = SITE.fullmatch(url.casefold())
        if found is None or int(found["port"] or HTTPS_PORT) > LARGEST_PORT:
            raise UserError(
                _(
                    "public_url can't be {url}; allowed: https:// and a host, perhaps with a port.",
                    url=shown(url),
                )
            )
        number = int(found["port"] or HTTPS_PORT)
        return cls(f"https://{found['host']}" + f":{number}" * (number != HTTPS_PORT), port)

    @property
    def host(self) -> str:
        """The host that browsers name."""
        return self.origin.removeprefix("https://")

    def is_asked(self, scope: Scope) -> bool:
        """Returns whether a request came by the port for the proxy."""
        return bool(scope["server"][1] == self.port)


def address_of(scope: Scope) -> str:
    """Returns the client's address that the proxy names; for IPv6 its /64 network.

    That is the last address of `X-Forwarded-For`, which the proxy added; the others are whatever
    the client sent. Without any it is the proxy's.
    """
    forwarded = [scope["client"][0], *Headers(scope=scope).getlist("x-forwarded-for")]
    last = forwarded[-1].rpartition(",")[2].strip()
    try:
        address = ip_address(last)
    except ValueError:
        return str(scope["client"][0])
    if isinstance(address, IPv6Address):
        network = ip_network((address, NETWORK_BITS), strict=False)
        return str(address.ipv4_mapped or network)
    return str(address)
