"""House rules as OpenSpiel's game parameters, and back.

Whole numbers, flags and words stay what they are. An option that takes whole numbers and one word,
such as `pass_limit`, is a whole number; -1 stands for the word, as in the state record. A list is
its items with `/` between them: `7/5/3/1`.
"""

from collections.abc import Mapping

from pydantic.fields import FieldInfo

from fudaba.envs import Options
from fudaba.envs.core.contract.options import WORD_CODE
from fudaba.envs.core.contract.schema import allowed_words, takes_integers, takes_lists

SEPARATOR = "/"

Parameter = int | bool | str
Value = int | bool | str | list[str] | list[int]


def parameters_of(options: Options) -> dict[str, Parameter]:
    """Returns house rules as parameters, by name."""
    fields = type(options).model_fields
    return {name: _parameter(fields[name], value) for name, value in options}


def house_rules(options: type[Options], parameters: Mapping[str, Parameter]) -> dict[str, Value]:
    """Returns parameters as values for `Options.read`, which checks them."""
    fields = options.model_fields
    return {
        name: _value(fields[name], value) if name in fields else value
        for name, value in parameters.items()
    }


def _parameter(field: FieldInfo, value: object) -> Parameter:
    if isinstance(value, tuple):
        return SEPARATOR.join(map(str, value))
    assert isinstance(value, int | str)
    return WORD_CODE if isinstance(value, str) and takes_integers(field) else value


def _value(field: FieldInfo, parameter: Parameter) -> Value:
    words = allowed_words(field)
    if takes_integers(field) and words and parameter == WORD_CODE:
        return words[0]
    if takes_lists(field) and isinstance(parameter, str) and parameter not in words:
        items = [item for item in parameter.split(SEPARATOR) if item]
        return [int(item) for item in items] if all(map(str.isdigit, items)) else items
    return parameter
