"""OpenDP: a mechanism whose claim is proved, as an OpenDP Measurement.

`measurement` refuses what is not proved, and what OpenDP's domains and metrics cannot say. The privacy map is the
proved claim, in the direction that is safe: ε rounded up, and nothing promised for distances that the claim does not
cover.
"""

import importlib.util

if importlib.util.find_spec("opendp") is None:
    raise ImportError("OpenDP is not installed: pip install 'twinproof[opendp]'")

from twinproof.integrations.opendp.bridge import measurement
from twinproof.integrations.opendp.problems import DoesNotFit, NotProved

__all__ = ["DoesNotFit", "NotProved", "measurement"]
