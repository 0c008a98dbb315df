"""Names for the variants of a balance run."""

from fudaba.envs.core.contract.schema import word_of

from ...balance.result import BalanceResult, VariantResult


def varied_options(result: BalanceResult) -> list[str]:
    """Returns the house rules in which the variants differ."""
    every = [variant.options for variant in result.variants]
    return [name for name in every[0] if len({str(options[name]) for options in every}) > 1]


def short_name(result: BalanceResult, variant: VariantResult) -> str:
    """Returns the values of the house rules in which the variants differ: `3, ring`."""
    return ", ".join(word_of(variant.options[name]) for name in varied_options(result))
