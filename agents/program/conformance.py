"""Checks of a bot from outside this package, one sentence each: `fudaba check-bot`."""

import time
from collections.abc import Callable, Iterator
from functools import partial
from statistics import median

import numpy as np

from fudaba.common.findings import Finding
from fudaba.common.languages import translator
from fudaba.envs import Game, Options, Tables, UserError
from fudaba.envs.core.contract.schema import limits as bounds_of

from ..agent import Agent, choose, choose_actions
from .agent import ProgramAgent

_, _n = translator("agents")

MANY, STEPS, TIMED = 64, 12, 50
PLAYED_ALONE = "num_players"

MakeAgent = Callable[[Options], Agent]


class Suite:
    """The checks of one bot in one game."""

    def __init__(self, game: Game, options: Options, make: MakeAgent) -> None:
        """Prepares the checks.

        Args:
            game: The game.
            options: Its house rules.
            make: Makes the bot for some house rules.
        """
        self._game, self._options, self._make = game, options, make

    def checks(self) -> Iterator[Finding]:
        """Yields the checks in turn; only the first one if the bot can't be started.

        Whether many decisions are made as single ones can be checked of repeatable bots only.
        """
        first = self._check(_("The bot starts"), self._starts)
        yield first
        if first.problem:
            return
        yield self._check(
            _("It plays a game from the start to the end in all seats"), self._plays_one
        )
        yield self._check(_("It plays {count} games side by side", count=MANY), self._plays_many)
        yield self._check(
            _("It plays with the fewest and with the most players"), self._plays_sizes
        )
        repeats = self._check(
            _("It plays the same game again, so that results can be repeated"),
            self._repeats,
            is_advice=True,
        )
        yield repeats
        if not repeats.problem:
            yield self._check(
                _("It decides alike whether it is asked for one decision or for many"),
                self._is_consistent,
            )
        yield self._check(_("It decides in time"), self._is_fast)
        if isinstance(self._make(self._options), ProgramAgent):
            yield self._check(_("It ignores messages that it does not know"), self._ignores)
            yield self._check(_("It ends after the host's goodbye"), self._ends)

    def _check(self, title: str, check: Callable[[], str], *, is_advice: bool = False) -> Finding:
        """Carries out a check, which returns a note and raises a `UserError` if it fails."""
        try:
            return Finding(title, note=check())
        except UserError as error:
            return Finding(title, problem=str(error), is_advice=is_advice)

    def _starts(self) -> str:
        began = time.perf_counter()
        agent = self._make(self._options)
        took = _("{milliseconds:.0f} ms", milliseconds=(time.perf_counter() - began) * 1000)
        if not isinstance(agent, ProgramAgent):
            return took
        wants = _(", ").join(sorted(agent.wants)) or _("nothing more")
        return _("{name}, in {took}; wants {wants}", name=agent.name, took=took, wants=wants)

    def _plays_one(self) -> str:
        return _counted(self._play(self._make(self._options), self._options, 1))

    def _plays_many(self) -> str:
        return _counted(self._play(self._make(self._options), self._options, MANY))

    def _plays_sizes(self) -> str:
        ends = bounds_of(self._game.options.model_fields[PLAYED_ALONE])
        sizes = sorted({ends["ge"], ends["le"]})
        for size in sizes:
            options = self._options.model_copy(update={PLAYED_ALONE: size})
            self._play(self._make(options), options, 1)
        return _(" and ").join(map(str, sizes))

    def _play(self, agent: Agent, options: Options, num_tables: int) -> int:
        """Plays games to the end, the bot in all seats; returns the number of decisions."""
        tables = Tables(self._game, options, num_tables, redeal_finished=False)
        seating = np.zeros((num_tables, self._game.max_players), np.int64)
        rng, count = np.random.default_rng(0), 0
        while (tables.to_move >= 0).any():
            actions = choose_actions(tables, [agent], seating, rng)
            tables.step(actions)
            count += int((actions >= 0).sum())
        return count

    def _is_consistent(self) -> str:
        agent, tables = self._make(self._options), self._in_the_middle()
        rows = np.flatnonzero(tables.to_move >= 0)
        together = self._decisions(agent, tables, [rows])
        alone = self._decisions(agent, tables, [rows[[number]] for number in range(len(rows))])
        differing = int((together != alone).sum())
        if differing:
            raise UserError(
                _(
                    "{differing} of {count} decisions changed when asked for one by one; a bot "
                    "must not remember anything between decisions, or mix them up.",
                    differing=differing,
                    count=len(rows),
                )
            )
        return _counted(len(rows))

    def _repeats(self) -> str:
        tables = self._in_the_middle()
        rows = np.flatnonzero(tables.to_move >= 0)
        one, other = (
            self._decisions(self._make(self._options), tables, [rows]) for _again in range(2)
        )
        differing = int((one != other).sum())
        if differing:
            raise UserError(
                _(
                    "{differing} of {count} decisions changed after a restart: take all "
                    "randomness from the decision's seed, or from rng.",
                    differing=differing,
                    count=len(rows),
                )
            )
        return _counted(len(rows))

    def _is_fast(self) -> str:
        agent, tables = self._make(self._options), self._in_the_middle()
        rows = np.flatnonzero(tables.to_move >= 0)[:TIMED]
        seconds = []
        for number in range(len(rows)):
            began = time.perf_counter()
            self._decisions(agent, tables, [rows[[number]]])
            seconds.append(time.perf_counter() - began)
        return _(
            "{usual:.1f} ms, at most {longest:.1f} ms",
            usual=median(seconds) * 1000,
            longest=max(seconds) * 1000,
        )

    def _ignores(self) -> str:
        agent, tables = self._make(self._options), self._in_the_middle()
        assert isinstance(agent, ProgramAgent)
        agent.tell({"type": "something new", "of": ["a", {"later": "version"}]})
        rows = np.flatnonzero(tables.to_move >= 0)[:1]
        self._decisions(agent, tables, [rows])
        return ""

    def _ends(self) -> str:
        agent = self._make(self._options)
        assert isinstance(agent, ProgramAgent)
        how = agent.part()
        if not agent.has_ended_well:
            raise UserError(_("it {fault}", fault=how))
        return ""

    def _in_the_middle(self) -> Tables:
        """Returns tables after some random steps; those of games that have ended deal again."""
        tables = Tables(self._game, self._options, MANY, seed=1)
        rng = np.random.default_rng(1)
        for _step in range(STEPS):
            odds = rng.random(tables.action_masks.shape) * tables.action_masks
            tables.step(odds.argmax(axis=1))
        return tables

    @staticmethod
    def _decisions(agent: Agent, tables: Tables, parts: list[np.ndarray]) -> np.ndarray:
        """Returns the actions at some tables, asked for in parts; chance is the same for all."""
        rng, chosen = np.random.default_rng(2), []
        for rows in parts:
            observations, masks = tables.observations[rows], tables.action_masks[rows]
            actions = choose(agent, observations, masks, partial(tables.worlds, rows), rng)
            illegal = np.flatnonzero(masks[range(len(rows)), actions] == 0)
            if len(illegal):
                row, action = rows[illegal[0]], int(actions[illegal[0]])
                raise UserError(tables.game.refusal(tables.states[row], action))
            chosen.append(actions)
        return np.concatenate(chosen)


def _counted(count: int) -> str:
    return _("{count} decisions", count=count)
