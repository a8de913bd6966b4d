"""What becomes of the words of a call, where they can stay as they are.

Typer has pydantic convert the value of every parameter, from its version 0.29 on, also of those that were not given;
to load it takes longer than to prove a small claim. Texts, and what was not given, need no conversion.
"""

from __future__ import annotations

from typing import Any


def spare(parameter: Any) -> None:
    """Have a parameter of Typer take as it is what needs no conversion; all else goes the usual way."""
    wanted = getattr(getattr(parameter, "type_descriptor", None), "annotation", None)
    if wanted is None or "process_value" in vars(parameter):  # an older Typer, or done already
        return
    convert, several = parameter.process_value, parameter.multiple or parameter.nargs == -1

    def process(context: Any, value: Any) -> Any:
        if value is None and not parameter.required:
            value = () if several else None
        elif wanted == list[str] and several and isinstance(value, tuple | list) and value:
            value = list(map(str, value))
        elif not (wanted is str and isinstance(value, str)):
            return convert(context, value)
        return value if parameter.callback is None else parameter.callback(context, parameter, value)

    parameter.process_value = process
