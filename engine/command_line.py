"""Sightline without a window: play, measure, odds, rules and dispute.

Nothing here imports Qt.  Answers go to standard output, as text or with `--json`; faults are
sentences on standard error.  Exit codes: 0 as expected, 1 otherwise, 2 cannot be read or asked.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import textwrap
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec

from engine import seeds, systems
from engine.cases import Case, Report, last_odds, load, position, reason, run
from engine.dispute import Dispute, dispute, is_dispute, reopen
from engine.game import Game
from engine.measuring import USAGE, Measured, measure
from engine.odds import Odds, TooLong
from engine.opening import SUFFIXES, open_any
from engine.play import Refused
from engine.rule_list import Listed, rule_list
from engine.store import file_bytes

OTHERWISE = 1
UNREADABLE = 2
WIDTH = 100
"""Characters of a line of text."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; gives the exit code and never a traceback for what a user can get wrong."""
    for stream in (sys.stdout, sys.stderr):
        if callable(reconfigure := getattr(stream, "reconfigure", None)):
            reconfigure(errors="replace")
    try:
        asked = _parser().parse_args(argv)
    except SystemExit as over:  # --help, or a command that argparse has complained about
        return over.code if isinstance(over.code, int) else UNREADABLE
    try:
        code: int = asked.run(asked)
        sys.stdout.flush()
        return code
    except BrokenPipeError:  # the reader has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (ValueError, TooLong) as error:
        print(f"sightline: {str(error) or 'The odds would take too long to be told exactly.'}", file=sys.stderr)
        return UNREADABLE


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="sightline",
        description="Sightline without a window: play a case, measure, tell odds, list rules, settle a dispute.",
        epilog="Without any of these, sightline [FILE] opens the window.",
    )
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    play = _command(commands, "play", _play, "play a worked case and say whether it comes out as written")
    play.add_argument("cases", nargs="+", metavar="CASE.toml", help="a worked case, such as those in seeds/*/cases")
    measuring = _command(
        commands,
        "measure",
        _measure,
        "answer questions about a table or a battle, with numbers and what proves them",
        "questions, each in quotation marks:\n  " + "\n  ".join(USAGE.values()),
    )
    measuring.add_argument("file", metavar="FILE", help=f"{', '.join(SUFFIXES)}, or a position as text (.txt)")
    measuring.add_argument("queries", nargs="+", metavar="QUESTION", help='such as "sight A B"')
    measuring.add_argument("--cell-inches", type=float, default=1.0, metavar="N", help="inches of a map's cell (1)")
    measuring.add_argument("--wall-height", type=float, default=3.0, metavar="N", help="inches of a map's walls (3)")
    measuring.add_argument("--squares", action="store_true", help="lay a map out on squares, each cell one")
    odds = _command(commands, "odds", _odds, "the exact odds of the last command of a worked case")
    odds.add_argument("case", metavar="CASE.toml", help="a worked case")
    rules = _command(commands, "rules", _rules, "every clause of a rulebook, and how many tests hold it down")
    rules.add_argument("system", metavar="SYSTEM", help=f"one of: {', '.join(systems.names())}")
    settling = _command(commands, "dispute", _dispute, "settle a measurement, or open a dispute sheet's text again")
    settling.add_argument(
        "file", metavar="FILE", help="a sheet's text (.position); or a battle or position to ask about"
    )
    settling.add_argument("query", nargs="?", metavar="QUESTION", help='such as "sight A B"; left out: check the sheet')
    return parser


def _command(
    commands: argparse._SubParsersAction[argparse.ArgumentParser],
    name: str,
    act: Callable[[argparse.Namespace], int],
    says: str,
    more: str = "",
) -> argparse.ArgumentParser:
    parser = commands.add_parser(
        name,
        help=says,
        description=says[:1].upper() + says[1:] + ".",
        epilog=more or None,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--json", action="store_true", help="print the answer as JSON")
    parser.set_defaults(run=act)
    return parser


def _play(asked: argparse.Namespace) -> int:
    played = [(case, run(case)) for case in map(load, asked.cases)]
    if asked.json:
        found = [_report_values(case, report) for case, report in played]
        _print_json(found[0] if len(found) == 1 else found)
    for case, report in played:
        if not asked.json:
            print(f"{case.id}: {case.title}")
            print(*(f"  {line}" for line in report.story), sep="\n")
            print("  As written." if report.ok else "  It came out otherwise.")
        for difference in report.differences:
            print(f"sightline: {case.id}: {difference}", file=sys.stderr)
    return 0 if all(report.ok for _, report in played) else OTHERWISE


def _report_values(case: Case, report: Report) -> dict[str, Any]:
    return {
        "id": case.id,
        "title": case.title,
        "system": case.system,
        "clauses": case.clauses,
        "assumed": case.assumed,
        "ok": report.ok,
        "story": report.story,
        "differences": report.differences,
    }


def _measure(asked: argparse.Namespace) -> int:
    game, warnings = _opened(Path(asked.file), asked.cell_inches, asked.wall_height, asked.squares)
    for warning in warnings:
        print(f"sightline: {warning}", file=sys.stderr)
    answers = [measure(game, query) for query in asked.queries]
    if asked.json:
        _print_json([answer.plain() for answer in answers])
        return 0
    for answer in answers:
        _print_measured(answer)
    return 0


def _print_measured(answer: Measured) -> None:
    """The sentence, then a line for each row; the same that the window copies."""
    rows = answer.told()
    print(f"{answer.query}: {answer.said}")
    wide = max((len(label) for label, _ in rows), default=0)
    for label, words in rows:
        print(f"  {label.ljust(wide)}  {words}")


def _opened(path: Path, cell_inches: float, wall_height: float, squares: bool = False) -> tuple[Game, tuple[str, ...]]:
    """The game of a file, a bare table in it, or a position written as text."""
    if path.suffix.lower() not in SUFFIXES:
        raw = file_bytes(path)
        if b"\0" not in raw and not raw.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
            try:
                return position(raw.decode("utf-8-sig")), ()
            except ValueError as error:
                raise ValueError(f"{path.name}: {error}") from error
    opened = open_any(path, cell_inches, wall_height, squares=squares)
    if opened.journal is not None:
        return opened.journal.game, opened.warnings
    return Game(system="", table=opened.table), opened.warnings


def _dispute(asked: argparse.Namespace) -> int:
    """Print the text of a sheet; or, without a question, check that a sheet still says what it said."""
    path = Path(asked.file)
    if asked.query is not None:
        game, warnings = _opened(path, 1.0, 3.0)
        for warning in warnings:
            print(f"sightline: {warning}", file=sys.stderr)
        settled = dispute(game, asked.query)
        if asked.json:
            _print_json(_dispute_values(settled))
        else:
            print(settled.text(), end="")
        return 0
    text = file_bytes(path).decode("utf-8-sig", errors="replace")
    if not is_dispute(text):
        raise ValueError(f"{path.name} is no dispute sheet; ask a question about it, such as {USAGE['sight']}")
    again = reopen(text)
    if asked.json:
        _print_json({"agrees": again.agrees, **_dispute_values(again.dispute)})
    else:
        print(again.verdict())
        _print_measured(again.dispute.measured)
    return 0 if again.agrees else OTHERWISE


def _dispute_values(settled: Dispute) -> dict[str, Any]:
    return {
        "code": settled.code,
        **settled.measured.plain(),
        "grounds": [clause.id for clause in settled.grounds],
        "readings_tried": settled.tried,
        "otherwise": [{"reading": d.reading.id, "option": d.option, "said": d.said} for d in settled.otherwise],
    }


def _odds(asked: argparse.Namespace) -> int:
    case = load(asked.case)
    found = last_odds(case)
    if isinstance(found, Refused):
        for objection in found.objections:
            print(f"sightline: {case.id} is refused: {reason(objection)}", file=sys.stderr)
        return OTHERWISE
    if asked.json:
        _print_json(_odds_values(case, found))
        return 0
    rows = [(str(share), percent(share), label) for label, share in found.table()]
    first, second = (max(len(row[column]) for row in rows) for column in (0, 1))
    print(f"{case.id}: {case.steps[-1].say or case.title}")
    for share, per_cent, label in rows:
        print(f"  {share.rjust(first)}  {per_cent.rjust(second)}  {label}")
    return 0


def _odds_values(case: Case, found: Odds) -> dict[str, Any]:
    outcomes = [{"outcome": label, "chance": str(share), "float": float(share)} for label, share in found.table()]
    return {"id": case.id, "title": case.title, "outcomes": outcomes}


def percent(share: Fraction) -> str:
    """Two decimals, but never 0 or 100 per cent for what is not certain."""
    if 0 < share < Fraction(1, 20_000):
        return "< 0.01 %"
    if Fraction(19_999, 20_000) < share < 1:
        return "> 99.99 %"
    return f"{float(share) * 100:.2f} %"


def _rules(asked: argparse.Namespace) -> int:
    try:
        listed = rule_list(asked.system)
    except KeyError:
        known = ", ".join(seeds.systems())
        raise ValueError(f"There is no rulebook {asked.system!r}; there are: {known}.") from None
    if asked.json:
        _print_json(msgspec.to_builtins(listed))
        return 0
    book = seeds.book(asked.system)
    print(f"{book.title} ({book.edition}): {len(listed)} sentences")
    wide = max((len(clause.id) for clause in listed), default=0)
    for clause in listed:
        _print_clause(clause, wide)
    return 0


def _print_clause(clause: Listed, wide: int) -> None:
    tests = "tests not installed" if clause.tests is None else f"{clause.tests} test{'' if clause.tests == 1 else 's'}"
    by = ["automated" if clause.automated else "by hand", *(["assumed"] if clause.assumed else []), tests]
    blank = " " * (wide + 2)
    print(f"{clause.id.ljust(wide)}  {', '.join(by)}")
    texts = [clause.says]
    texts += [f"Reading: {clause.reading}"] if clause.reading else []
    switches = ", ".join(f"{name} ({default} unless switched)" for name, default in clause.switches.items())
    texts += [f"Switch: {switches}"] if switches else []
    texts += [f"By hand: {clause.note}"] if clause.note else []
    for text in texts:
        print(textwrap.fill(text, WIDTH, initial_indent=blank, subsequent_indent=blank))


def _print_json(values: Any) -> None:
    print(json.dumps(msgspec.to_builtins(values), ensure_ascii=False, indent=2))
