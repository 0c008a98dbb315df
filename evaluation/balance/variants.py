"""Grids of house rules: every combination of the values to try."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any

from fudaba.common.checks import check_kind
from fudaba.common.languages import N_, translator
from fudaba.envs import Game, Options, UserError

from ..over import rule_in_words

_, _n = translator("evaluation")

MAX_VARIANTS = 100


@dataclass(frozen=True)
class Variant:
    """One combination of house rules.

    Attributes:
        label: The house rules in which it differs: `pass_limit=3, tunnel=ring`.
        options: All house rules.
    """

    label: str
    options: Options


def variants_of(
    game: Game, fixed: Mapping[str, Any], varied: Mapping[str, Sequence[Any]]
) -> list[Variant]:
    """Returns all combinations of the varied house rules, that with the usual values first.

    The last rule changes fastest. A single combination comes after that with the usual values, if
    it differs.

    Args:
        game: The game.
        fixed: House rules that all variants share.
        varied: The values to try, by option.

    Raises:
        UserError: An unknown option or value, an impossible combination, a value or option
            twice, no values, or more than 100 combinations.
    """
    check_kind("options", fixed, Mapping, "a mapping of names to values")
    check_kind("varied", varied, Mapping, "a mapping of names to lists of values")
    for name, values in varied.items():
        check_kind(f"what option {name} is varied by", values, Sequence, "a list of values")
        if name in fixed:
            raise UserError(_("option {name} can't be both fixed and varied.", name=name))
        if not values:
            raise UserError(
                _("option {name} has no values to try; write {name}=VALUE,VALUE.", name=name)
            )
    count = prod(len(values) for values in varied.values())
    if count > MAX_VARIANTS:
        raise UserError(
            _(
                "there are {count} variants; allowed: at most {max_variants}.",
                count=count,
                max_variants=MAX_VARIANTS,
            )
        )
    variants = []
    for values in product(*varied.values()):
        chosen = dict(zip(varied, values, strict=True))
        options = game.options.read(game.name, {**fixed, **chosen})
        label = _label(game, options, list(chosen) or list(fixed))
        variants.append(Variant(label, options))
    _check_that_all_differ(variants)
    variants.sort(key=lambda variant: not variant.options.changed().keys().isdisjoint(varied))
    if varied and len(variants) == 1:
        usual = game.options.read(game.name, fixed)
        if usual != variants[0].options:
            variants.insert(0, Variant(_label(game, usual, list(varied)), usual))
    return variants


def _label(game: Game, options: Options, names: Sequence[str]) -> str:
    words = [rule_in_words(game, name, getattr(options, name)) for name in names]
    return ", ".join(words) or N_("default house rules")


def _check_that_all_differ(variants: Sequence[Variant]) -> None:
    labels = [variant.label for variant in variants]
    twice = next((label for label in labels if labels.count(label) > 1), None)
    if twice is not None:
        raise UserError(_("the variant {twice} is named twice; each is allowed once.", twice=twice))
