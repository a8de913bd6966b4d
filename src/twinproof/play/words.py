"""The evidence in words, as the editors' side view has it."""

from __future__ import annotations

from twinproof.integrations.lsp.sections import Section
from twinproof.integrations.lsp.telling import told
from twinproof.verify import Verdict


def in_words(verdict: Verdict) -> list[Section]:
    """Titled sections: a proof with its couplings and budget, a counterexample, or what was tried."""
    return list(told(verdict))
