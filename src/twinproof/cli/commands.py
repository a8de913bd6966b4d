"""The words of the command line: every command with its arguments, its options and its help.

What a command does stands in the module of its name, which is loaded when the command runs. So the help, the version
and the completion of words are there at once, and also where a solver is broken.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from twinproof import __version__
from twinproof.cli.completion import forms, names_of_mechanisms, verdicts
from twinproof.cli.help import Application, Command, epilog
from twinproof.cli.loading import loading
from twinproof.cli.streams import echo

app = typer.Typer(
    name="twinproof",
    cls=Application,
    help="Does this code really keep the differential privacy it claims?",
    epilog=epilog(
        examples=("twinproof new", "twinproof verify mechanisms.py", "twinproof verify --help"),
        exits={3: "the call is wrong; the help of each command tells its other codes"},
    ),
    invoke_without_command=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


# --------------------------------------------------------------------------------------------------- what several share

NamedTargets = Annotated[
    list[str],
    typer.Argument(
        metavar="PATH[::NAME]",
        help="A file, a folder (for all files below it), or one mechanism of a file.",
        autocompletion=names_of_mechanisms,
    ),
]
Targets = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[PATH[::NAME]]",
        help="A file, a folder (for all files below it), or one mechanism of a file; - is standard input. "
        "Without one: what pyproject.toml names, or this folder.",
        autocompletion=names_of_mechanisms,
    ),
]
Target = Annotated[
    str,
    typer.Argument(
        metavar="PATH[::NAME]",
        help="The mechanism; a file with only one needs no name; - is standard input.",
        autocompletion=names_of_mechanisms,
    ),
]
Arguments = Annotated[
    list[str] | None,
    typer.Option(
        "--arg", metavar="NAME=VALUE", help="An input, as in JSON: answers=[1,2]. May be given several times."
    ),
]
Certificates = Annotated[
    Path | None, typer.Option("--certificates", metavar="DIR", help="Write a certificate for each mechanism there.")
]
Tolerance = Annotated[float, typer.Option("--tolerance", metavar="MASS", help="How much probability may be left out.")]
Top = Annotated[int, typer.Option("--top", metavar="N", min=1, help="How many outputs to print.")]
OneObject = Annotated[bool, typer.Option("--json", help="Print one JSON object, and nothing else on stdout.")]
Plot = Annotated[
    Path | None, typer.Option("--plot", metavar="FILE", help="Also draw it, as .png, .svg, .html or .json.")
]
READ_OR_NOT = {0: "done", 3: "the mechanism cannot be read, an input is wrong, or the call is"}


def _version(wanted: bool) -> None:
    if wanted:
        echo(f"twinproof {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        echo(context.get_help(), err=True)
        raise typer.Exit(3)


# --------------------------------------------------------------------------------------------------------- the commands


@app.command(
    cls=Command,
    epilog=epilog(
        examples=("twinproof new", "twinproof new counts.py"),
        exits={0: "both files are written", 3: "one is there already or cannot be written, or the call is wrong"},
    ),
)
def new(
    path: Annotated[Path, typer.Argument(metavar="[FILE.py]", help="The file to write.")] = Path("first_mechanism.py"),
) -> int:
    """Write a first mechanism, with its test beside it.

    The mechanism is proved as it stands. Change it, and see what becomes of the verdict.
    """
    from twinproof.cli import new as work

    return work.new(path)


@app.command(
    cls=Command,
    epilog=epilog(
        examples=(
            "twinproof verify",
            "twinproof verify mechanisms.py::noisy_count --infer",
            "twinproof verify src --certificates certificates --sarif verdicts.sarif",
            "twinproof verify broken.py --expect refuted",
        ),
        exits={
            0: "every claim is proved (with --expect: every verdict is the expected one)",
            1: "a claim is refuted (with --expect: a verdict is another one)",
            2: "none is refuted, but one is unknown",
            3: "a file cannot be read, there is nothing to verify, or the call is wrong",
            130: "interrupted",
        },
    ),
)
def verify(
    targets: Targets = None,
    pattern: Annotated[
        str | None,
        typer.Option("-k", metavar="PATTERN", help="Only mechanisms whose name has this in it; * and ? are wildcards."),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object for each mechanism, and nothing else on stdout.")
    ] = False,
    form: Annotated[
        str | None,
        typer.Option(
            "--output-format",
            metavar="FORM",
            help="How verdicts are printed: full, concise, json, sarif or github.",
            autocompletion=forms,
        ),
    ] = None,
    quiet: Annotated[
        bool, typer.Option("-q", "--quiet", help="Print nothing about what is as it should be, and no summary.")
    ] = False,
    fix: Annotated[
        bool,
        typer.Option(
            "--fix", help="Print what would mend refuted mechanisms, as a patch; the verdicts then go to stderr."
        ),
    ] = False,
    sarif_file: Annotated[
        Path | None, typer.Option("--sarif", metavar="FILE", help="Also write the verdicts as SARIF 2.1.0.")
    ] = None,
    infer: Annotated[bool, typer.Option("--infer", help="Also find the smallest ε that can be proved.")] = False,
    certificates: Certificates = None,
    proofs: Annotated[
        Path | None,
        typer.Option("--proofs", metavar="DIR", help="Accept the certificates of proof scripts that are kept there."),
    ] = None,
    hints: Annotated[
        Path | None,
        typer.Option(
            "--hints", metavar="FILE", help="Try what this JSON file says of a mechanism, and believe nothing."
        ),
    ] = None,
    badge: Annotated[
        Path | None, typer.Option("--badge", metavar="FILE", help="Also write a badge, as .svg or as .json.")
    ] = None,
    if_any: Annotated[
        bool, typer.Option("--if-any", help="Files without mechanisms are no error, even if none has one.")
    ] = False,
    timeout: Annotated[
        float | None,
        typer.Option(
            "--timeout", metavar="SECONDS", min=0.1, help="The time for each mechanism; then its verdict is unknown."
        ),
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs",
            "-j",
            metavar="N",
            min=1,
            help="How many processes work at the same time (default: all cores).",
        ),
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option("--cluster", metavar="ADDRESS", help="Search for counterexamples on this Dask cluster."),
    ] = None,
    cache: Annotated[
        bool | None,
        typer.Option("--cache/--no-cache", help="Keep verdicts, so that an unchanged file is only checked again."),
    ] = None,
    expect: Annotated[
        str | None,
        typer.Option(
            "--expect",
            metavar="VERDICT",
            help="Succeed if every verdict is this one: proved, refuted or unknown.",
            autocompletion=verdicts,
        ),
    ] = None,
    watch: Annotated[
        bool, typer.Option("--watch", help="Start again whenever a file is saved, until interrupted.")
    ] = False,
) -> int:
    """Prove or refute the privacy that mechanisms claim.

    Each mechanism gets a verdict with evidence: proved, with how its noise is coupled; refuted, with two inputs and an
    output whose probabilities break the claim; or unknown, with what stood in the way. Files are read, never executed.
    """
    with loading():
        from twinproof.cli.verify import verify_files
    return verify_files(
        targets or [],
        pattern=pattern,
        form=form or ("json" if as_json else "full"),
        quiet=quiet,
        sarif_file=sarif_file,
        fix=fix,
        infer=infer,
        certificates=certificates,
        proofs=proofs,
        hints=hints,
        badge=badge,
        if_any=if_any,
        timeout=timeout,
        jobs=jobs,
        cluster=cluster,
        cache=cache,
        expect=expect,
        watch=watch,
    )


@app.command(
    cls=Command,
    epilog=epilog(
        examples=("twinproof show mechanisms.py", "twinproof show --ascii mechanisms.py::noisy_count"),
        exits={0: "every mechanism is shown", 3: "one cannot be read, there is none, or the call is wrong"},
    ),
)
def show(
    targets: Targets = None,
    ascii_only: Annotated[bool, typer.Option("--ascii", help="Plain ASCII instead of the paper's symbols.")] = False,
) -> int:
    """Print mechanisms as twinproof reads them.

    That is the core program of each, with its claim and with what makes two inputs adjacent. Files are read, never
    executed.
    """
    with loading():
        from twinproof.cli import show as work
        from twinproof.cli.settled import wanted_paths
    return work.show(wanted_paths(targets), ascii_only)


@app.command(
    cls=Command,
    epilog=epilog(
        examples=("twinproof run mechanisms.py::noisy_count --arg count=40 --arg eps=0.5",), exits=READ_OR_NOT
    ),
)
def run(
    target: Target,
    arg: Arguments = None,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="N", help="Reproducible noise, for tests only: it protects nobody.")
    ] = None,
) -> int:
    """Run a mechanism once and print its result.

    The core program is run, with exact noise from the system's secure generator; the file itself is not executed.
    """
    with loading():
        from twinproof.cli import run as work
    return work.run(target, arg, seed)


@app.command(
    cls=Command,
    epilog=epilog(
        examples=("twinproof dist mechanisms.py::noisy_count --arg count=40 --arg eps=0.5",),
        exits={**READ_OR_NOT, 2: "a limit was met: more is left out than the tolerance allows"},
    ),
)
def dist(
    target: Target,
    arg: Arguments = None,
    tolerance: Tolerance = 1e-30,
    top: Top = 20,
    as_json: OneObject = False,
    plot: Plot = None,
) -> int:
    """Print the exact distribution of the output on given inputs.

    Every probability has bounds that are certain, and what is left out is told.
    """
    with loading():
        from twinproof.cli import exact
    return exact.dist(target, arg, tolerance, top, as_json, plot)


@app.command(
    cls=Command,
    epilog=epilog(
        examples=(
            "twinproof compare mechanisms.py::noisy_count \\",
            """    --left '{"count": 40}' --right '{"count": 41}' --arg eps=0.5""",
        ),
        exits={
            **READ_OR_NOT,
            0: "decided: the two inputs break the claim, or they do not",
            2: "whether they break the claim could not be decided",
        },
    ),
)
def compare(
    target: Target,
    left: Annotated[str, typer.Option("--left", metavar="JSON", help="""Inputs of one run: '{"answers": [1, 2]}'.""")],
    right: Annotated[str, typer.Option("--right", metavar="JSON", help="Inputs of the other run.")],
    arg: Arguments = None,
    tolerance: Tolerance = 1e-30,
    top: Top = 20,
    as_json: OneObject = False,
    plot: Plot = None,
) -> int:
    """Print the privacy loss of each output on two adjacent inputs.

    Inputs that are the same on both sides may be given once, with --arg.
    """
    with loading():
        from twinproof.cli import exact
    return exact.compare(target, left, right, arg, tolerance, top, as_json, plot)


@app.command(
    cls=Command,
    epilog=epilog(
        examples=(
            "twinproof convert --zcdp 0.5",
            "twinproof convert --pure 0.1 --times 100 --delta 1e-6",
            "twinproof convert --renyi 8 0.4 --epsilon 2",
        ),
        exits={0: "done", 3: "the call is wrong, or the picture cannot be written"},
    ),
)
def convert(
    zcdp: Annotated[str | None, typer.Option("--zcdp", metavar="RHO", help="From ρ-zCDP.")] = None,
    renyi: Annotated[
        tuple[str, str] | None, typer.Option("--renyi", metavar="ALPHA R", help="From a Rényi divergence of an order.")
    ] = None,
    pure: Annotated[str | None, typer.Option("--pure", metavar="EPS", help="From ε, with a δ of 0.")] = None,
    approximately: Annotated[
        str, typer.Option("--approximately", metavar="DELTA", help="The δ that zCDP or Rényi privacy was claimed with.")
    ] = "0",
    times: Annotated[int, typer.Option("--times", metavar="N", help="So many releases together.")] = 1,
    delta: Annotated[
        list[str] | None,
        typer.Option("--delta", metavar="DELTA", help="Which ε at this δ. May be given several times."),
    ] = None,
    epsilon: Annotated[
        list[str] | None,
        typer.Option("--epsilon", metavar="EPS", help="Which δ at this ε. May be given several times."),
    ] = None,
    as_json: OneObject = False,
    plot: Plot = None,
) -> int:
    """Print what zCDP, or many releases, mean as (ε, δ).

    The same for a Rényi divergence of one order, and for pure releases.

    No number that is printed is too small: all are rounded up.
    """
    with loading():
        from twinproof.cli import convert as work
    return work.convert(zcdp, renyi, pure, approximately, times, delta or [], epsilon or [], as_json, plot)


@app.command(
    cls=Command,
    epilog=epilog(
        examples=(
            "twinproof check certificates/*.json",
            "twinproof check noisy_count.json --source mechanisms.py --explain",
        ),
        exits={
            0: "every certificate is accepted",
            1: "one is rejected",
            3: "one cannot be read, something cannot be written, or the call is wrong",
        },
    ),
)
def check(
    certificates: Annotated[list[Path], typer.Argument(metavar="CERT", help="A certificate (JSON).")],
    source: Annotated[
        Path | None,
        typer.Option("--source", metavar="FILE", help="The Python file that the certificates must be about."),
    ] = None,
    explain: Annotated[bool, typer.Option("--explain", help="Also print what the verdict rests on.")] = False,
    second_opinion: Annotated[
        bool, typer.Option("--second-opinion", help="Also ask cvc5 about each side condition of a proof.")
    ] = False,
    smtlib: Annotated[
        Path | None,
        typer.Option("--smtlib", metavar="DIR", help="Write each side condition of a proof there, as SMT-LIB."),
    ] = None,
    coq: Annotated[
        Path | None,
        typer.Option("--coq", metavar="FILE", help="Write the proof there for Coq, over the theorems in foundations."),
    ] = None,
) -> int:
    """Replay certificates, believing nothing that they say.

    Of a proof every rule and side condition is checked, of a counterexample both probabilities are computed again.
    """
    with loading():
        from twinproof.cli.check import check_certificates
    return check_certificates(certificates, source, explain, second_opinion, smtlib, coq)


@app.command(
    "test",
    cls=Command,
    epilog=epilog(
        examples=("twinproof test mechanisms.py", "twinproof test src --runs 1000"),
        exits={
            0: "every run did what the program that was read does",
            1: "a run did something else: please report it",
            3: "a file cannot be read or run, or the call is wrong",
        },
    ),
)
def confirm(
    targets: NamedTargets,
    runs: Annotated[int, typer.Option("--runs", metavar="N", min=1, help="How many runs of each mechanism.")] = 200,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Other inputs and other noise.")] = 0,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object for each mechanism, and nothing else on stdout.")
    ] = False,
) -> int:
    """Run mechanisms and compare them with what was read in their text.

    This executes your files. Each mechanism runs on random inputs, as Python and as the core program that every verdict
    is about, with the same noise: draws and results must be the same, one by one.
    """
    with loading():
        from twinproof.cli import test as work
    return work.test(targets, runs, seed, as_json)


@app.command(
    cls=Command,
    epilog=epilog(
        examples=("twinproof prove script.py", "twinproof prove script.py --upto 12"),
        exits={
            0: "everything that the script begins is proved",
            2: "goals are open",
            3: "the script or the call is wrong, or a certificate cannot be written",
        },
    ),
)
def prove(
    script: Annotated[Path, typer.Argument(metavar="SCRIPT.py", help="A proof script. It is executed.")],
    upto: Annotated[
        int | None, typer.Option("--upto", metavar="LINE", min=1, help="Stop behind this line and show its goals.")
    ] = None,
    certificates: Certificates = None,
) -> int:
    """Run a proof script and show the goals that it leaves open."""
    with loading():
        from twinproof.cli import prove as work
    return work.prove(script, upto, certificates)


@app.command(
    cls=Command,
    epilog=epilog(
        examples=("twinproof report mechanisms.py", "twinproof report src -o privacy.html"),
        exits={
            0: "the page is written, whatever the verdicts are",
            3: "something cannot be read, the page not be written, or the call is wrong",
        },
    ),
)
def report(
    targets: Targets = None,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The page to write.")] = Path(
        "report.html"
    ),
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs",
            "-j",
            metavar="N",
            min=1,
            help="Processes of the search for counterexamples (default: all cores but one).",
        ),
    ] = None,
) -> int:
    """Write one HTML page with every verdict and its evidence.

    The page is a single file, for people: it needs no network and no script.
    """
    with loading():
        from twinproof.cli import report as work
        from twinproof.cli.settled import wanted_paths
    return work.report(wanted_paths(targets), output, jobs)


@app.command(
    cls=Command,
    epilog=epilog(
        examples=("twinproof play", "twinproof play mechanisms.py --port 8000 --no-browser"),
        exits={
            0: "ended with Ctrl-C",
            3: "something is not installed, readable or free, or the call is wrong",
        },
    ),
)
def play(
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]", help="A file to begin with.")] = None,
    port: Annotated[
        int, typer.Option("--port", metavar="N", min=0, max=65535, help="The port of the page (default: a free one).")
    ] = 0,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in a browser.")] = True,
) -> int:
    """Open the playground: an editor with the verdict as you type.

    The page is on this machine and for this machine only, and works without a network. It shows both distributions
    with sliders, and two coupled runs draw by draw. What is typed is read, never executed. It needs twinproof's extra
    `play`.
    """
    with loading():
        from twinproof.cli import play as work
    return work.play(file, port, browser)


@app.command(
    cls=Command,
    epilog=epilog(
        examples=("twinproof doctor",),
        exits={0: "everything that is required is well", 3: "something is not: each such line says what to do"},
    ),
)
def doctor(as_json: OneObject = False) -> int:
    """Check that twinproof is installed well.

    Looks at the libraries and their versions, the solver, the cache and the system; a tiny claim is proved and another
    one refuted, to see that all parts work together.
    """
    from twinproof.cli import doctor as work

    return work.doctor(as_json)


@app.command(
    cls=Command,
    epilog=epilog(examples=(), exits={0: "the editor has ended it", 3: "pygls is not installed, or the call is wrong"}),
)
def lsp(
    stdio: Annotated[bool, typer.Option("--stdio", help="Some editors say so; it is what happens anyway.")] = False,
) -> int:
    """Serve an editor: language errors at once, verdicts on save.

    Not for people: editors start it and talk to it over stdin and stdout (see docs/editors.md). It needs twinproof's
    extra `lsp`.
    """
    with loading():
        from twinproof.cli import lsp as work
    return work.lsp()


@app.command(
    cls=Command,
    epilog=epilog(
        examples=("twinproof mcp",),
        exits={0: "the client has ended it", 3: "mcp is not installed, or the call is wrong"},
    ),
)
def mcp() -> int:
    """Serve a coding assistant: proofs and counterexamples.

    Not for people: assistants start it and talk to it over stdin and stdout, in the Model Context Protocol (see
    docs/mcp.md). Nothing that it is sent is executed. It needs twinproof's extra `mcp`.
    """
    with loading():
        from twinproof.cli import mcp as work
    return work.mcp()
