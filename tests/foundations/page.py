"""Writes docs/foundations.md: the figure of each rule beside its theorem in Coq. `python -m tests.foundations.page`

The page is taken from the docstrings of `kernel/rules.py` and from the files in `foundations`; a test holds that it is
up to date.
"""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass
from pathlib import Path

from twinproof.kernel.rules import RULES

ROOT = Path(__file__).parents[2]
FOUNDATIONS = ROOT / "foundations"
PAGE = ROOT / "docs" / "foundations.md"
RULE_FILES = (
    *("StructuralRules", "BudgetRules", "LedgerRules", "NoiseTable", "SampleMap", "CoinBlocks"),
    *("Credit", "Tails", "Ghosts"),
    *("Intervals", "RenyiRules", "RenyiNoise", "RenyiTable", "RenyiRange", "RenyiBlocks"),
    *("RenyiPrivacy", "RenyiConversions", "Excess", "Composition", "Subsample"),
)
OF_RULES = ("b_", "w_", "u_", "r_", "claim_", "pure_claim", "rdp_dp", "zcdp_dp")  # what their names begin with

HEAD = """\
# Each rule beside its theorem

Every rule of the kernel is proved sound in Coq, in the folder [foundations](../foundations/README.md). On this page the
figure of each rule, which is the docstring of its function in `kernel/rules.py`, stands above the statement of its
theorem, so that the two can be compared line by line. The page is generated: `python -m tests.foundations.page`.

How to read the Coq: a program's expressions are functions of the memory, so an assignment x ← e is a function `u` on
memories, and Ψ[e⟨1⟩/x⟨1⟩] is `Psi (u a) b`. `y a v` is the memory a with v in the place of y. Assertions are predicates
on two memories `a` and `b`, and with a ledger also on the state `w` of its counters. A rigid variable is a variable of
Coq: where a figure says that i is new, its premise is stated for all i. `zr R z` is the integer z as a real number. A
counter is what raises the total by its rate times as much as it is raised itself (`is_counter`); that those of a ledger
do, integers and a real one beside them, is proved with them. The structural rules have three theorems, `b_…` with a
budget, `w_…` with a ledger and `r_…` with a ledger that has orders; and `claim_…` where they hold of closeness.

## What the judgments mean
"""


@dataclass(frozen=True, slots=True)
class Statement:
    """A definition or a theorem of Coq, as it is written."""

    name: str
    file: str
    text: str


def statements(file: str) -> dict[str, Statement]:
    """The definitions and theorems of a file, by name, without proofs."""
    text = (FOUNDATIONS / f"{file}.v").read_text(encoding="utf-8")
    pattern = r"^(?:Theorem|Fixpoint|Definition|Inductive) ([\w']+)\b.*?\.(?=\n)"
    return {m.group(1): Statement(m.group(1), file, m.group()) for m in re.finditer(pattern, text, re.DOTALL | re.M)}


def theorems() -> dict[str, Statement]:
    """The theorems about rules, in the files of the rules."""
    found = (pair for file in RULE_FILES for pair in statements(file).items())
    return {name: s for name, s in found if s.text.startswith("Theorem") and name.startswith(OF_RULES)}


def figure(rule: str) -> str:
    """The docstring of a rule without the line that names its theorems."""
    return re.sub(r"\n+Theorems?: .*", "", inspect.getdoc(RULES[rule]) or "", flags=re.DOTALL).strip("\n")


def named(rule: str) -> list[tuple[str, str]]:
    """The theorems that the docstring of a rule names, each with its file."""
    line = re.search(r"^Theorems?: (.*)", inspect.getdoc(RULES[rule]) or "", re.M | re.DOTALL)
    parts = re.findall(r"([\w,\s]+) \(foundations/(\w+)\.v\)", line.group(1)) if line else []
    return [(name.strip(), file) for names, file in parts for name in names.split(",")]


def coq(*parts: Statement) -> str:
    return "```coq\n" + "\n\n".join(s.text for s in parts) + "\n```\n"


def page() -> str:
    """The whole page."""
    noise, semantics, kleene, judgments, rules, ledger, privacy, table = map(
        statements, ("Noise", "Semantics", "Kleene", "Judgments", "Rules", "LedgerRules", "Privacy", "NoiseTable")
    )
    credit, tails = statements("Credit"), statements("Tails")
    renyi, close, conversions = map(statements, ("RenyiRules", "RenyiPrivacy", "RenyiConversions"))
    known = theorems()
    parts = [
        HEAD,
        "Programs, and the expectation of f over the memories in which a program ends:\n",
        coq(semantics["cmd"], semantics["prefixed"], semantics["wp"]),
        "The noises, and the samplings of the figures:\n",
        coq(noise["laplace_mass"], noise["one_sided_mass"], noise["inside"], noise["allowed"], rules["draw"]),
        "The table of all noises: which there are, what can be drawn, and what a pair of samples costs:\n",
        coq(*(table[n] for n in ("law", "drawn", "lawful", "value_of", "raised_by", "fits", "price", "law_price"))),
        coq(table["draw_law"], table["coded"]),
        "Judgments, with a budget and with a ledger:\n",
        coq(kleene["Pr"], *(judgments[n] for n in ("image", "budget", "qualifies", "ledger"))),
        coq(*(ledger[n] for n in ("counters", "total_from", "raise", "real_total", "is_counter"))),
        "Credit for one program, and the table of tails:\n",
        coq(credit["worth"], credit["credit"]),
        coq(*(tails[n] for n in ("tail", "tail_of", "tail_ok", "power", "tail_bound", "law_tail"))),
        "The ledger with orders, of Rényi privacy and of zCDP, and closeness of outputs:\n",
        coq(
            *(renyi[n] for n in ("renyi_qualifies", "renyi_ledger", "one_order", "all_orders", "plain", "concentrated"))
        ),
        coq(*(close[n] for n in ("outcome", "renyi_sum", "renyi_claim")), conversions["kappa"]),
        "What a program does not write, for [Frame]; and what is read of a memory, for [AC-While]:\n",
        coq(rules["keeps"], statements("Composition")["told_by"]),
        "\n## The semantics is the usual one\n",
        coq(kleene["approximant"], *(kleene[n] for n in ("wp_loop_sup", "probability_measure", "wp_expectation"))),
        coq(judgments["set_form_function_form"], judgments["unary_is_hoare"]),
    ]
    for rule in RULES:
        parts += [f"\n## [{rule}]\n", f"```text\n{figure(rule)}\n```\n", coq(*(known[name] for name, _ in named(rule)))]
    parts += ["\n## The end\n", coq(privacy["differentially_private"], privacy["privacy"], privacy["pure_privacy"])]
    parts += [coq(close["renyi_private"], close["zcdp_private"])]
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
