"""Names of variants and findings in the current language; results hold them in English."""

import re
from functools import cache

from fudaba.common.languages import ENGLISH, language, translator
from fudaba.envs import Game, Options, registered_game

from ...balance.openings import OPENING, in_words, opening_name
from ...balance.outcomes import AGENTS, FORCED, IN_GAMES, MOVES
from ...balance.result import BalanceResult, HandFactor, HandGroup, VariantResult
from ...over import USUAL, rule_in_words
from .. import numbers

_, _n = translator("evaluation")

SPAN = re.compile(r"(-?[\d.]\S*) to (-?[\d.]\S*)")  # the label of neighbouring values


def varied_options(result: BalanceResult) -> list[str]:
    """Returns the house rules in which the variants differ."""
    every = [_rules_of(result, variant) for variant in result.variants]
    fields = type(every[0]).model_fields
    return [name for name in fields if len({getattr(rules, name) for rules in every}) > 1]


def short_name(result: BalanceResult, variant: VariantResult) -> str:
    """Returns the values of the house rules in which the variants differ: `3, ring (usual)`."""
    words = _rules_in_words(result, _rules_of(result, variant))
    return marked(result, ", ".join(word.partition("=")[2] for word in words), variant)


def marked(result: BalanceResult, name: str, variant: VariantResult) -> str:
    """Returns the name of one of several variants, which says if its rules are the usual ones."""
    if not is_usual(result, variant) or USUAL in name:
        return name
    return _("{variant} (usual)", variant=name)


def is_usual(result: BalanceResult, variant: VariantResult) -> bool:
    """Whether a variant has the usual values of the house rules in which the variants differ."""
    return not set(_rules_of(result, variant).changed()) & set(varied_options(result))


def usual_rules(result: BalanceResult) -> list[str]:
    """Returns the usual values of the house rules in which the variants differ."""
    return _rules_in_words(result, registered_game(result.game).options())


def _rules_in_words(result: BalanceResult, rules: Options) -> list[str]:
    """Returns the house rules in which the variants differ: `pass_limit=3`, `tunnel=ring`."""
    game = registered_game(result.game)
    return [rule_in_words(game, name, getattr(rules, name)) for name in varied_options(result)]


def _rules_of(result: BalanceResult, variant: VariantResult) -> Options:
    return registered_game(result.game).options.read(result.game, variant.options)


def label_of(variant: VariantResult) -> str:
    """Returns the house rules in which a variant differs: `pass_limit=3`."""
    return _(variant.label)


def named(game: Game, name: str) -> str:
    """Returns the translated name of a group, a factor, a tally or a category: `role`."""
    statistic, colon, word = name.partition(": ")
    if colon:
        return _("{statistic}: {word}", statistic=named(game, statistic), word=named(game, word))
    return _(game.translate(name))


def heading(game: Game, name: str) -> str:
    """Returns a name as a heading: `Role`."""
    return named(game, name).capitalize()


def quantity_named(game: Game, quantity: str) -> str:
    """Returns the name of a measured quantity: `moves: passes`."""
    if quantity.startswith(MOVES):
        moves = quantity.removeprefix(MOVES)
        name = game.translate(moves.removesuffix(FORCED))
        if moves.endswith(FORCED):
            return _("moves: {moves} (the only choice)", moves=name)
        return _("moves: {moves}", moves=name)
    if quantity.endswith(IN_GAMES):
        return _("{tally}, games with any", tally=named(game, quantity.removesuffix(IN_GAMES)))
    return named(game, quantity)


def item_named(game: Game, group: str, item: str) -> str:
    """Returns the name of a group's item: `first to act`; agents are called as they were typed."""
    if group == AGENTS:
        return item
    return _opening_named(game, item, language()) if group == OPENING else named(game, item)


@cache
def _opening_named(game: Game, name: str, present: str) -> str:
    """Returns the name of an opening in the current language, which the cache must know."""
    if present == ENGLISH:
        return name
    actions = (a for a in range(game.num_actions) if opening_name(game, a) == name)
    said = next((in_words(game, action) for action in actions), set[str]())
    return said.pop() if len(said) == 1 else _moves_named(game, name)


def _moves_named(game: Game, kind: str) -> str:
    moves = game.balance.moves if game.balance else {}
    return named(game, moves.get(kind, kind))


def factor_named(game: Game, factor: HandFactor) -> HandFactor:
    """Returns a factor of the deal with its name and its values in the current language."""
    groups = tuple(
        group.model_copy(update={"label": _label_named(game, group)}) for group in factor.groups
    )
    return factor.model_copy(update={"name": named(game, factor.name), "groups": groups})


def _label_named(game: Game, group: HandGroup) -> str:
    span = SPAN.fullmatch(group.label)
    return numbers.span(span[1], span[2]) if span else named(game, group.label)
