"""How often who had a card won: dealt, drawn, in hand at the end, played.

The cards are those that the game's scene shows to their owner, so every game has them. A difference
is no effect of the card alone: a seat that wins has drawn more, and plays what it is about to win
with. Only what was dealt came before all play; of it the difference is the worth of the card to
these players. Where winners have clearly more or fewer cards than others in some way, as in hand at
the end of a game that is won by getting rid of cards, the way is `telling`: any card says who won.
"""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import version
from typing import Annotated, NamedTuple

import numpy as np

from fudaba.agents import choose_actions, repeatable_agent
from fudaba.common.checks import check_whole
from fudaba.common.languages import N_, translator
from fudaba.envs import Card, Game, UserError
from fudaba.envs.core.stepping.measuring import balance_of, meters

from ..asking import USUAL, Option, Seed, TheGame, TheRules, documented, resolve
from ..counting import Count, Progress
from ..match import MatchRunner
from ..places import first_and_last_shares
from ..run_key import RunKey
from ..statistics import Interval, clustered_mean, ratio_of_sums

_, _n = translator("evaluation")

DEALT, DRAWN, KEPT, PLAYED = N_("dealt"), N_("drawn"), N_("in hand at the end"), N_("played")
WAYS = (DEALT, DRAWN, KEPT, PLAYED)
MOST_GAMES = 100_000
CHUNK = 64  # games at a time
MANY_MORE = 0.1  # of the cards that players have: such a difference tells who won

Key = Hashable  # of a card or of a category of the deal
Names = dict[Key, str]  # the shortest name of each: one without marks


class Worth(NamedTuple):
    """The wins of the seats that had a card in some way, and of those that had not.

    Attributes:
        wins: The share of the games that the seats with the card won.
        difference: That share less the share of the seats without the card.
        games: The number of games in which a seat had the card.
    """

    wins: Interval
    difference: Interval
    games: int


class Numbers(NamedTuple):
    """The mean number of cards that the winners had in some way, and that of the others."""

    winners: float
    others: float


Worths = Mapping[str, Mapping[str, Worth]]  # by name and way


@dataclass(frozen=True)
class CardsResult:
    """The worth of every card.

    Attributes:
        request: What was asked.
        version: The version of fudaba.
        games: The number of games.
        worths: By the name of a card, in the present language, then by the way of having it; a way
            that never or always came up is left out.
        factors: By a factor of the deal that has names, such as the role: the same of its words.
        telling: The ways in which the number of cards alone tells who won.
    """

    request: "CardsRequest"
    version: str
    games: int
    worths: Worths
    factors: Mapping[str, Worths]
    telling: Mapping[str, Numbers]

    @property
    def run_key(self) -> RunKey:
        """The key of the run."""
        return self.request.run_key


@documented
@dataclass(frozen=True)
class CardsRequest:
    """A count of the cards that winners had, with one agent in every seat."""

    game: TheGame
    agent: Annotated[str, Option("The player in every seat.", "AGENT")] = "greedy"
    games: Annotated[int, Option("Games; looking at every hand takes its time.")] = 500
    options: TheRules = USUAL
    seed: Seed = 0

    def __post_init__(self) -> None:
        """Checks all values.

        Raises:
            UserError: A number is out of its range, or a house rule can't be used.
        """
        resolve(self)
        check_whole("games", self.games, 2, MOST_GAMES)

    @property
    def run_key(self) -> RunKey:
        """The key of the run: everything that determines its result but the number of games."""
        return RunKey("cards", self.game.name, (self.options.plain(),), (self.agent,), self.seed)

    def play(self, progress: Progress | None = None) -> CardsResult:
        """Plays the games and counts.

        Raises:
            UserError: There is no such agent, or the players of this game hold no cards.
        """
        agent = repeatable_agent(self.agent, self.game, self.options)
        count = Count(progress, self.games)
        players = MatchRunner(self.game, self.options, [self.agent], [agent], self.seed, count)
        seen, names = list[_Seen](), Names()
        for start in range(0, self.games, CHUNK):
            deals = np.arange(start, min(start + CHUNK, self.games))
            seen += _play(players, deals, names)
            count.finish(len(deals))
        if not names:
            raise UserError(
                _("the players of {game} hold no cards that could be counted.", game=self.game.name)
            )
        return CardsResult(
            self,
            version("fudaba"),
            len(seen),
            _found(seen, names),
            {
                factor.name: _found(seen, {(factor.name, word): word for word in factor.words})
                for factor in balance_of(self.game).factors
                if factor.words
            },
            dict(_telling(seen)),
        )


class _Had:
    """The cards that a seat had, by the way of having them."""

    def __init__(self, dealt: frozenset[Key], categories: frozenset[Key]) -> None:
        self.by_way = {DEALT: dealt | categories, DRAWN: set[Key](), KEPT: dealt, PLAYED: set()}

    def look(self, before: frozenset[Key], after: frozenset[Key]) -> None:
        """Takes note of the hand before and after a move of the seat."""
        self.by_way[PLAYED] |= before - after
        self.end(before | after)
        self.by_way[KEPT] = after

    def end(self, hand: frozenset[Key]) -> None:
        """Takes note of the hand, as it is when nobody decides any more."""
        self.by_way[DRAWN] |= hand - self.by_way[DEALT]
        self.by_way[KEPT] = hand


class _Seen(NamedTuple):
    """A game: what each seat had, and its share of the first place."""

    had: list[_Had]
    wins: np.ndarray


def _play(players: MatchRunner, deals: np.ndarray, names: Names) -> list[_Seen]:
    """Plays some deals and looks at the hand of each seat before and after its moves."""
    game, seats = players.game, players.options.num_players
    tables, seating = players.deal(deals, np.zeros((1, seats), np.int64))
    categories = _categories(game, tables.states, seats)
    had = [
        [_Had(_hand(game, state, seat, names), categories[table][seat]) for seat in range(seats)]
        for table, state in enumerate(tables.states)
    ]
    rng = players.rng([0] * seats, int(deals[0]))
    while (tables.to_move >= 0).any():
        movers = [(table, int(seat)) for table, seat in enumerate(tables.to_move) if seat >= 0]
        before = [_hand(game, tables.states[table], seat, names) for table, seat in movers]
        players.step(tables, seating, choose_actions(tables, players.agents, seating, rng))
        for (table, seat), hand in zip(movers, before, strict=True):
            had[table][seat].look(hand, _hand(game, tables.states[table], seat, names))
    for table, state in enumerate(tables.states):
        for seat in range(seats):
            had[table][seat].end(_hand(game, state, seat, names))
    wins, _last = first_and_last_shares(tables.scores[:, :seats])
    return [_Seen(*one) for one in zip(had, wins, strict=True)]


def _hand(game: Game, state: np.void, seat: int, names: Names) -> frozenset[Key]:
    """Returns the cards in a hand, as its owner sees them, and adds their names to `names`."""
    shown = game.scene(state, seat).seats[seat].cards
    cards = {_key(card): card.label for card in shown if card.look == "face" and card.label}
    for key, label in cards.items():
        names[key] = min(names.get(key, label), label, key=len)
    return frozenset(cards)


def _key(card: Card) -> Key:
    """Returns what tells a card from the others; marks that come and go are no part of it."""
    return card.about.values or card.about.topic.name


def _categories(game: Game, states: np.ndarray, seats: int) -> list[list[frozenset[Key]]]:
    """Returns the factors and their words that each seat of each table was dealt: its role."""
    factors = balance_of(game).factors
    values = np.zeros((len(states), len(factors), game.max_players))
    meters(game).measure_deals(states, values)
    named = [(number, factor) for number, factor in enumerate(factors) if factor.words]
    return [
        [frozenset((factor.name, factor.words[int(row[number, seat])]) for number, factor in named)
         for seat in range(seats)]
        for row in values
    ]  # fmt: skip


def _found(seen: list[_Seen], names: Names) -> Worths:
    """Returns the worths by name, of what some seats had and others had not."""
    worths = {name: dict(_worths(seen, key)) for key, name in names.items()}
    return {name: ways for name, ways in worths.items() if ways}


def _telling(seen: list[_Seen]) -> Iterator[tuple[str, Numbers]]:
    """Yields the ways after the deal in which winners had clearly, and many, more or fewer cards.

    Of games in which all share the first place nothing is known.
    """
    decided = [one for one in seen if np.ptp(one.wins)]
    if len(decided) < 2:
        return
    wins = np.stack([one.wins for one in decided])
    lost = 1 - wins
    for way in WAYS[1:]:
        cards = np.array([[len(had.by_way[way]) for had in one.had] for one in decided], float)
        those, others = ((cards * part).sum(axis=1) / part.sum(axis=1) for part in (wins, lost))
        lead = clustered_mean(those - others, range(len(decided)), 2 * float(cards.max()))
        if lead.leaves_out_zero and abs(lead.mean) > MANY_MORE * cards.mean():
            yield way, Numbers(float(those.mean()), float(others.mean()))


def _worths(seen: list[_Seen], key: Key) -> Iterator[tuple[str, Worth]]:
    """Yields the worth of a card in each way in which some seats had it and others had not."""
    wins = np.stack([one.wins for one in seen])
    for way in WAYS:
        has = np.array([[key in had.by_way[way] for had in one.had] for one in seen])
        if not has.any() or has.all():
            continue
        those, others = (
            ratio_of_sums((wins * chosen).sum(axis=1), chosen.sum(axis=1)).share_interval()
            for chosen in (has, ~has)
        )
        yield way, Worth(those, _difference(those, others), int(has.any(axis=1).sum()))


def _difference(one: Interval, other: Interval) -> Interval:
    """Returns the difference of two shares of the same games, with an interval for few games too.

    At a table one seat wins what the others lose, so the errors of the two shares add up.
    """
    mean = one.mean - other.mean
    return Interval(mean, one.low - other.high, one.high - other.low)
