"""All that is written as HTML or SVG by hand: the templates of the report, the playground, notebooks and the badge.

Whoever shows something hands over values, and a template says how they look. Every text is escaped, since there is one
environment and it escapes; a value that a template wants and does not get is an error. Whoever shows nothing does not
load the engine. This room knows nothing of the others.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jinja2 import Environment


@functools.cache
def _environment() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    return Environment(
        loader=PackageLoader("twinproof.pages", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def rendered(template: str, **values: Any) -> str:
    """What a template makes of these values."""
    return _environment().get_template(template).render(values)


def style(sheet: str) -> str:
    """A style sheet, as it stands."""
    environment = _environment()
    assert environment.loader is not None
    text, _, _ = environment.loader.get_source(environment, sheet)
    return text
