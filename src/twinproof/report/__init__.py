"""Pictures and pages for people. This room decides nothing: it draws what the rooms below have found."""

import importlib.util

_LIBRARIES = {"altair": "altair", "vl_convert": "vl-convert-python"}


class PicturesMissing(Exception):
    """The libraries that draw are not installed: they are large, and only pictures need them."""


def make_sure_of_pictures() -> None:
    """Raise `PicturesMissing`, with what to do, unless pictures can be drawn."""
    missing = [name for module, name in _LIBRARIES.items() if importlib.util.find_spec(module) is None]
    if missing:
        raise PicturesMissing(f"pictures need {' and '.join(missing)}: pip install 'twinproof[plots]'")
