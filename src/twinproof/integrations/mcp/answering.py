"""What each tool answers. The text that was sent is read and never executed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

from twinproof.document.mechanisms import decode_name
from twinproof.document.strict import Rejected, Unreadable, parse
from twinproof.exact.meaning import compare as compare_inputs
from twinproof.integrations.mcp.tools import TIMEOUT
from twinproof.kernel.replay import check as check_proof
from twinproof.lang.errors import Diagnostic, TwinproofError
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.printer import show_claim, show_mechanism
from twinproof.lang.reader import read_text, the_one
from twinproof.refute.exact_json import comparison_json
from twinproof.search.hints import BadHint, Hints
from twinproof.verify.batch import Wanted, verdicts
from twinproof.verify.changes import applied
from twinproof.verify.counterexample_document import check_refuted
from twinproof.verify.fixes import fixes_of
from twinproof.verify.meaning import why_meaningless
from twinproof.verify.verdict import Verdict

Asked = Mapping[str, Any]
Answer = dict[str, Any]
SENT = "<source>"  # what the text that was sent is called in messages


class NoAnswer(Exception):
    """What was asked has no answer; the reason is for whoever asked."""


def answer(tool: str, asked: Asked) -> Answer:
    """The answer of a tool. Raises `NoAnswer`."""
    try:
        return _ANSWERS[tool](asked)
    except TwinproofError as problem:
        raise NoAnswer(str(problem)) from None


def _one(asked: Asked) -> Mechanism:
    return the_one(read_text(asked["source"], SENT), SENT, asked.get("name"))


def _wanted(asked: Asked, infer: bool = False) -> Wanted:
    try:
        hints = Hints.of(asked.get("hints", {}))
    except BadHint as problem:
        raise NoAnswer(f"hints: {problem}") from None
    return Wanted(infer=infer, timeout=float(asked.get("timeout", TIMEOUT)), hints=hints)


def _verdict(asked: Asked) -> Verdict:
    """The verdict on one mechanism."""
    ((_, found),) = verdicts([_one(asked)], _wanted(asked))
    if isinstance(found, Diagnostic):
        raise TwinproofError(found)
    return found


def _error(problem: Diagnostic) -> Answer:
    line = problem.span.line if problem.span is not None else None
    said = {"mechanism": problem.mechanism, "verdict": "error", "words": str(problem)}
    return {**said, "code": problem.code.value, "line": line}


def _summary(found: Verdict | Diagnostic, certificate: bool) -> Answer:
    if isinstance(found, Diagnostic):
        return _error(found)
    said = {"words": f"{found.line()}\n{found.evidence()}", **found.summary(SENT)}
    if certificate and found.certificate is not None:
        said["certificate"] = found.certificate
    return said


def verify(asked: Asked, infer: bool = False) -> Answer:
    """All verdicts, in the order of the text."""
    items = read_text(asked["source"], SENT)
    if asked.get("hints") and "name" not in asked:
        _one(asked)  # hints are about one mechanism
    if "name" in asked:
        items = [i for i in items if asked["name"] == (i.name if isinstance(i, Mechanism) else i.mechanism)]
        if not items:
            _one(asked)  # says which there are
    mechanisms = [i for i in items if isinstance(i, Mechanism)]
    found = dict(verdicts(mechanisms, _wanted(asked, infer)))
    answers = iter([found[number] for number in range(len(mechanisms))])
    said = [next(answers) if isinstance(item, Mechanism) else item for item in items]
    return {"verdicts": [_summary(each, bool(asked.get("certificate"))) for each in said]}


def infer(asked: Asked) -> Answer:
    return verify(asked, infer=True)


def explain(asked: Asked) -> Answer:
    found = _verdict(asked)
    parts = [show_mechanism(found.mechanism), found.line(), found.evidence()]
    return {"mechanism": found.mechanism.name, "words": "\n\n".join(parts)}


def compare(asked: Asked) -> Answer:
    both = asked.get("both", {})
    for name in both:
        if name in asked["left"] or name in asked["right"]:
            raise NoAnswer(f"`{name}` is given in `both` and for one side: give each input once")
    return comparison_json(compare_inputs(_one(asked), {**both, **asked["left"]}, {**both, **asked["right"]}))


def fix(asked: Asked) -> Answer:
    found = _verdict(asked)
    fixes = fixes_of(found) if found.kind == "refuted" else ()
    told = [{"title": f.title, **asdict(f), "source": applied(found.mechanism.source, f)} for f in fixes]
    wanted = ("title", "line", "before", "after", "source")
    return {"verdict": found.kind, "fixes": [{name: each[name] for name in wanted} for each in told]}


def check(asked: Asked) -> Answer:
    try:
        document = parse(asked["certificate"])
        name = decode_name(document.get("mechanism"))
        mechanism = the_one(read_text(asked["source"], SENT), SENT, name)
        if document.get("verdict") == "refuted":
            check_refuted(document, mechanism, mechanism.source)
            return {"accepted": True, "words": f"{name} is not {show_claim(mechanism.claim).adjective()}"}
        check_proof(document, mechanism, mechanism.source)
        if slip := why_meaningless(mechanism):
            raise Rejected(f"the claim protects nothing: {slip.message}")
    except (Unreadable, Rejected) as problem:
        return {"accepted": False, "words": str(problem)[:4000]}
    return {"accepted": True, "words": f"{name} is {show_claim(mechanism.claim).adjective()}"}


_ANSWERS: dict[str, Callable[[Asked], Answer]] = {
    "verify": verify,
    "infer": infer,
    "explain": explain,
    "compare": compare,
    "fix": fix,
    "check": check,
}
