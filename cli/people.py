"""`fudaba balance --records`: what people did in recorded games."""

from collections.abc import Iterable, Iterator
from math import isnan
from typing import Annotated

from rich.console import Console
from rich.text import Text

from fudaba.common.languages import N_, translator
from fudaba.envs.core.api.registry import word_of_game
from fudaba.envs.core.stepping.measuring import balance_of
from fudaba.evaluation.asking import Option, read_game
from fudaba.evaluation.balance.outcomes import SEATS, TURNS
from fudaba.evaluation.people import PeopleCount, PeopleRequest, PeopleResult, Share, Wins
from fudaba.evaluation.report import numbers
from fudaba.evaluation.report.balance.names import item_named, named
from fudaba.evaluation.report.sentences import joined
from fudaba.evaluation.statistics import clear_of_chance

from .arguments import Asked, OwnGames
from .broken import Broken
from .play import changed_words
from .printing import WAIT
from .wide import STAR, WideRow, print_wide

_, _n = translator("cli")

DESCRIPTION = N_(
    "Counts what people did in recorded games, beside the agents at the same tables: how often "
    "they won, how long they thought, and which moves they chose where an agent would not. Records "
    "come from fudaba table (tables.jsonl) and fudaba play --record."
)
NAMES = N_("by name")
ANSWERS = {  # whether people won less than an equal share; None is not known
    True: N_("{game}: people won {won} of their games, less than an equal share of {equal}."),
    False: N_("{game}: people won {won} of their games, more than an equal share of {equal}."),
    None: N_(
        "{game}: people won {won} of their games; whether that differs from an equal share of "
        "{equal} can't be told from so few."
    ),
}
Names = Annotated[
    bool, Option("Count each person by name too; otherwise nobody's name is printed.")
]


def people(asked: Asked, names: Names = False, games: OwnGames = ()) -> None:
    """Counts and prints.

    Raises:
        UserError: An argument or a file can't be used.
    """
    console = Console()
    with console.status(_(WAIT)):
        for word in games:
            read_game(word)
        count = PeopleRequest(**asked.values).count()
    for result in count.results:
        _print_result(console, result, names)
    _print_left_out(console, count)


def _print_result(console: Console, result: PeopleResult, with_names: bool) -> None:
    game = result.game
    title = _n(
        "{game}: {count} game with people; house rules: {rules}",
        "{game}: {count} games with people; house rules: {rules}",
        result.num_games,
        game=game.translate(game.title),
        rules=changed_words(result.options),
    )
    console.print(Broken(Text(_answer(result))))
    groups = [(TURNS, result.by_turn()), (SEATS, result.by_seat())]
    print_wide(
        console,
        title,
        _("How often a player won, a shared win in parts, and in how many games one sat there."),
        [_("people"), _("agents")],
        [
            row
            for group, wins in [*groups, *([(NAMES, result.by_name())] if with_names else [])]
            for row in _win_rows(result, group, wins)
        ],
    )
    _print_moves(console, result)
    _print_times(console, result)


def _answer(result: PeopleResult) -> str:
    """Returns whether people won more or less than an equal share."""
    (_everywhere, (people, _agents)), *_turns = result.by_turn()
    equal = 1 / result.options.num_players
    won = people.interval
    is_less = None if won.low <= equal <= won.high else won.mean < equal
    return _(
        ANSWERS[is_less],
        game=result.game.translate(result.game.title),
        won=numbers.in_words(won, "share"),
        equal=numbers.percent(equal),
    )


def _win_rows(
    result: PeopleResult, group: str, wins: Iterable[tuple[str, Wins]]
) -> Iterator[WideRow]:
    is_name = group == NAMES
    yield WideRow(_(NAMES) if is_name else _("by {name}", name=named(result.game, group)))
    for item, (people, agents) in wins:
        label = item if is_name else item_named(result.game, group, item)
        yield WideRow(f"  {label}", [_share(people), Text("") if is_name else _share(agents)])


def _share(share: Share) -> Text:
    if not share.games:
        return Text("")
    games = _n("{count} game", "{count} games", share.games)
    return Text(f"{numbers.in_words(share.interval, 'share')}\n{games}")


def _print_moves(console: Console, result: PeopleResult) -> None:
    """Prints which kinds of moves people and the agent choose in the same places."""
    game, moves = result.game, list(result.moves())
    clear = clear_of_chance([move.difference.p_value for move in moves])
    rows = []
    for move, is_clear in zip(moves, clear, strict=True):
        name = balance_of(game).moves.get(move.kind, move.kind)
        change = numbers.change(move.difference, "share")
        cells = [Text(numbers.in_words(share, "share")) for share in (move.people, move.agent)]
        cells[0].append(f"\nΔ {change}{STAR * is_clear}", style="" if is_clear else "dim")
        rows.append(WideRow(game.translate(name), cells))
    if rows:
        print_wide(
            console,
            _("what people chose, and {agent} in their places", agent=result.agent),
            _(
                "Decisions with a choice; {agent} makes {share} of them alike. Δ is the difference "
                "between people and {agent}, * where it is clear among all that are printed "
                "(Holm).",
                agent=result.agent,
                share=numbers.in_words(result.agreement(), "share"),
            ),
            [_("people"), result.agent],
            rows,
        )


def _print_times(console: Console, result: PeopleResult) -> None:
    """Prints how long people thought, and the options with which a report assumes it."""
    times = {
        _("seconds for a decision with a choice"): result.seconds(with_choice=True),
        _("seconds for a decision without a choice"): result.seconds(with_choice=False),
        _("minutes from the first move to the end"): result.length(),
    }
    known = {name: time for name, time in times.items() if not isnan(time.mean)}
    if not known:
        console.print(Broken(Text(_("These records keep no times."))))
        return
    rows = [
        WideRow(name, [Text(numbers.number(time.mean)), Text(numbers.ends(time, numbers.number))])
        for name, time in known.items()
    ]
    print_wide(
        console,
        _("how long it took"),
        _n(
            "{count} decision took more than ten minutes, and does not count as thought.",
            "{count} decisions took more than ten minutes, and do not count as thought.",
            result.absences,
        )
        if result.absences
        else "",
        [_("mean"), _("95 % interval")],
        rows,
    )
    options = [
        f"--seconds-{kind}-choice {time.mean:.1f}"
        for kind, time in zip(("with", "without"), times.values(), strict=False)
        if not isnan(time.mean)
    ]
    if options:
        command = " ".join(["fudaba balance", word_of_game(result.game.name), *options])
        said = _("With the measured pace: {command}", command=command)
        console.print(Text(said), soft_wrap=True)


def _print_left_out(console: Console, count: PeopleCount) -> None:
    said = _("In brackets are 95 % intervals over games; they speak of the people who played.")
    left_out = _(
        "Left out: games without an end {unfinished}, without people {without}.",
        unfinished=count.unfinished,
        without=count.without_people,
    )
    if count.unfinished or count.without_people:
        said = joined([said, left_out])
    console.print(Broken(Text(said, style="dim")))
