"""The values that an option takes, read from its pydantic field."""

import types
from typing import Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from fudaba.common.errors import UnknownSettingError, UserError, did_you_mean, shown
from fudaba.common.languages import translator
from fudaba.common.validation import Fault

_, _n = translator("core")

# YAML reads off, on and null as False, True and None; Python users write None for "none".
WORDS_FOR_CONSTANTS = {False: "off", True: "on", None: "none"}
CONSTANTS_FOR_WORDS = {"off": False, "on": True}


def allowed_words(field: FieldInfo) -> list[str]:
    """The words that an option takes, in the order of its `Literal`; empty for none."""
    return _words_of(_parts(field))


def listed_words(field: FieldInfo) -> list[str]:
    """The words that an option takes in a list, in the order of its `Literal`; empty for none."""
    return _words_of(_items(field))


def takes_integers(field: FieldInfo) -> bool:
    """Whether an option takes integers (a bool does not)."""
    return int in _parts(field)


def takes_lists(field: FieldInfo) -> bool:
    """Whether an option takes lists."""
    return bool(_items(field))


def limits(field: FieldInfo) -> dict[str, int]:
    """The limits that an option declares: `ge` and `le` of a number, `max_length` of a list."""
    found: dict[str, int] = {}
    _gather_limits((field.annotation, *field.metadata), found)
    return found


def check_form(model: str, name: str, field: FieldInfo) -> None:
    """Checks that an option is of a type that has a code for each of its values.

    Raises:
        UserError: It is of another type, or has no range.
    """
    needed = {"ge", "le"} if takes_integers(field) else {"le", "max_length"}
    if field.annotation is bool or listed_words(field):
        return
    if not (takes_integers(field) or takes_lists(field)):
        if allowed_words(field):
            return
        raise UserError(
            _(
                "the option {name} of {model} can't be a {kind}; allowed: an int with a range, "
                "bool, a Literal of words, or a tuple of these.",
                name=name,
                model=model,
                kind=getattr(field.annotation, "__name__", str(field.annotation)),
            )
        )
    if missing := needed - limits(field).keys():
        raise UserError(
            _(
                "the option {name} of {model} has no {missing}; write for instance "
                "Annotated[int, Field(ge=2, le=6)].",
                name=name,
                model=model,
                missing=", ".join(sorted(missing)),
            )
        )


def _gather_limits(constraints: tuple[Any, ...], found: dict[str, int]) -> None:
    """Adds the limits of types, of their annotations, and of their parts."""
    for item in constraints:
        for name in ("ge", "le", "max_length"):
            if isinstance(getattr(item, name, None), int):
                found[name] = getattr(item, name)
        if get_origin(item) is not Literal:
            inner = (*getattr(item, "__metadata__", ()), *get_args(item))
            _gather_limits((*inner, *getattr(item, "metadata", ())), found)


def word_of(value: Any) -> str:
    """Returns an option's value as the command line writes it: `5`, `off`, `[7,5,3,1]`."""
    if isinstance(value, bool):
        return WORDS_FOR_CONSTANTS[value]
    if isinstance(value, list | tuple):
        return f"[{','.join(map(str, value))}]"
    return str(value)


def describe_allowed(field: FieldInfo) -> str:
    """Returns the values that an option takes in words: `0 to 10, or none`."""
    parts = [", ".join(str(word) for word in allowed_words(field))] if allowed_words(field) else []
    if takes_integers(field):
        parts.insert(0, _span(field))
    if field.annotation is bool:
        parts.append("on, off")
    if takes_lists(field):
        items = ", ".join(listed_words(field)) or _span(field)
        parts.append(_("a list in [ ] of {items}", items=items))
    return _(" or ").join(parts)


def explained(error: ValidationError, model: type[BaseModel]) -> UserError:
    """Returns an error with one sentence for the first fault that a pydantic model found."""
    fault = Fault.first_of(error)
    if not fault.location:
        return UserError(f"{fault.message}.")
    name = str(fault.location[0])
    if name not in model.model_fields:
        said = unknown_option(name, model)
        return UnknownSettingError(f"got an unexpected keyword argument {name!r}: {said}")
    allowed = describe_allowed(model.model_fields[name])
    return UserError(
        _(
            "option {name} can't be {value}; allowed: {allowed}.",
            name=name,
            value=shown(fault.value),
            allowed=allowed,
        )
    )


def unknown_option(name: object, model: type[BaseModel]) -> str:
    """Returns one sentence for a name that is no option."""
    names = model.model_fields
    hint = did_you_mean(str(name), names)
    return _(
        "there is no option {name}; allowed: {allowed}.{hint}",
        name=shown(name),
        allowed=", ".join(names),
        hint=hint,
    )


def _span(field: FieldInfo) -> str:
    bounds = limits(field)
    return _("whole numbers {low} to {high}", low=bounds["ge"], high=bounds["le"])


def _words_of(kinds: list[Any]) -> list[str]:
    return [word for kind in kinds if get_origin(kind) is Literal for word in get_args(kind)]


def _parts(field: FieldInfo) -> list[Any]:
    """Returns the types that an option takes, without their annotations."""
    annotation = field.annotation
    is_union = get_origin(annotation) in (Union, types.UnionType)
    return [_plain(part) for part in (get_args(annotation) if is_union else (annotation,))]


def _items(field: FieldInfo) -> list[Any]:
    """Returns the types of the items of an option's lists."""
    return [_plain(get_args(part)[0]) for part in _parts(field) if get_origin(part) is tuple]


def _plain(annotation: Any) -> Any:
    return get_args(annotation)[0] if hasattr(annotation, "__metadata__") else annotation
