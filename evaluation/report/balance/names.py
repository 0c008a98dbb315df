"""Short names for the variants of a balance page."""

from fudaba.envs.core.contract.schema import word_of

from ...balance.result import BalanceResult


def varied_options(result: BalanceResult) -> list[str]:
    """Returns the house rules in which the variants differ."""
    every = [variant.options for variant in result.variants]
    return [name for name in every[0] if len({str(options[name]) for options in every}) > 1]


def short_names(result: BalanceResult) -> list[str]:
    """Returns the variants' labels; if several house rules vary, only values: `3, ring`."""
    names = varied_options(result)
    if len(names) < 2:
        return [variant.label for variant in result.variants]
    return [
        ", ".join(word_of(variant.options[name]) for name in names) for variant in result.variants
    ]
