"""Without a screen: the books' own examples, then a scripted piece of the built-in skirmish, and a picture."""

from __future__ import annotations

import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QMessageLogContext, QSettings, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

from desktop import app, foyer
from desktop.battles import Battles
from desktop.session import Session
from desktop.tools import sight
from desktop.tools.move import beside
from desktop.window import Window
from engine import cases, seeds
from engine.ask import Picked, Roll, Thrown
from engine.commands import Act, Command, Move, NextPhase
from engine.events import Event, Gained, Lost, PhaseBegan, Rolled, apply
from engine.game import Game, ModelId
from engine.odds import Odds
from engine.play import Asking, Refused, Result
from engine.story import tell

PICTURE = "sightline-demo.png"
EXAMPLE = "example.toml"
"""What a book's own worked example is called among its cases."""
SIZE = (1400, 875)
"""Pixels of the picture."""
LAYOUT_PASSES = 20
"""Panels as high as their words ask for new heights a few times."""
SEED = 1931
"""So that dice nobody scripted fall the same way every time."""


@dataclass(frozen=True)
class Beat:
    """One wish of the script and the faces of its dice, as if typed in from the table.

    *who* acts on *whom*: with no *action* the model moves to *to*, or into contact with whom.
    """

    who: str = ""
    action: str = ""
    whom: str = ""
    to: tuple[float, float] | None = None
    faces: tuple[tuple[int, ...], ...] = ()


SCRIPT = (
    Beat("ratch", whom="wick"),
    Beat("berrin", to=(18.2, 20.9)),
    Beat(),
    Beat("tove", "shoot", "sable", faces=((5,), (4,), (2,), (6,), (4,), (5, 2), (3,))),
    Beat(),
    Beat("ratch", "fight", "wick", faces=((6,), (6,))),
    Beat("wick", "fight", "ratch", faces=((5,), (4,), (3,))),
)
"""A charge, a walk, a shot that ends in a fall, and a fight."""


def run(options: app.Options) -> int:
    """Picture a file, or play the script; 0 when all went well and the picture lies there."""
    qInstallMessageHandler(_only_faults)
    running = foyer.application()
    with tempfile.TemporaryDirectory() as folder:  # a picture must neither read nor leave a layout
        QSettings.setDefaultFormat(QSettings.Format.IniFormat)
        QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, folder)
        made = app.window(options, Battles(None), seed=SEED)
        said: list[str] = []
        for told in (made.desk.session.faulted, made.desk.session.noted):
            told.connect(said.append)
        made.set_motion(False)
        made.resize(*SIZE)
        made.show()
        good = _opened(made, options) if options.file is not None else _played(made)
        for sentence in said:
            print(sentence, file=sys.stderr)
        good = good and _pictured(running, made)
        made.close()
    return 0 if good else 1


def _only_faults(kind: QtMsgType, _where: QMessageLogContext, words: str | None) -> None:
    """Qt's remarks about a screen that is not there interest nobody; its faults do."""
    if kind not in (QtMsgType.QtDebugMsg, QtMsgType.QtInfoMsg) and "This plugin does not support" not in str(words):
        print(words, file=sys.stderr)


def play(session: Session) -> tuple[list[str], bool]:
    """Play the script: a line a beat, and whether every beat was possible."""
    lines: list[str] = []
    for beat in SCRIPT:
        before, known = session.game, len(session.journal.entries)
        result: Result | None = session.do(_command(session.game, beat))
        label = result.plan.label if result else ""
        faces = list(beat.faces)
        while isinstance(result, Asking):
            result = _answered(session, result, faces)
        if isinstance(result, Refused):
            reasons = " ".join(objection.text for objection in result.objections)
            return [*lines, f"Refused: {reasons}"], False
        entry = session.journal.entries[known]
        lines.append(f"{len(lines) + 1}. {_told(session, label, entry.events, before)}")
    return lines, True


def _command(game: Game, beat: Beat) -> Command:
    if not beat.who:
        return NextPhase()
    if beat.action:
        return Act(model=ModelId(beat.who), action=beat.action, targets=(beat.whom,) if beat.whom else ())
    model = game.model(beat.who)
    to = beat.to or beside(model, game.model(beat.whom))
    return Move(model=model.id, path=((model.x, model.y), to))


def _answered(session: Session, asking: Asking, faces: list[tuple[int, ...]]) -> Result | None:
    """The scripted faces where they fit the dice asked for, else the cup; the first option of a choice."""
    question = asking.question
    if not isinstance(question, Roll):
        return session.answer(Picked(question.options[0].id))
    if faces and not question.dice.fault(faces[0]):
        return session.answer(Thrown(faces[0], (True,) * len(faces.pop(0))))
    return session.throw()


def _told(session: Session, label: str, events: tuple[Event, ...], game: Game) -> str:
    """What happened, in one line: the wish and its dice, then what came of it; of a new phase only its name."""
    thrown = [",".join(str(face) for face in event.faces) for event in events if isinstance(event, Rolled)]
    said: list[str] = []
    for event in events:
        line = "" if _small(session, event) else tell(event, game)
        game = apply(game, event)
        if line and not (said and isinstance(event, PhaseBegan)):
            said.append(line)
    return (
        f"{label} (dice {' '.join(thrown)}): {' '.join(said) or 'nothing comes of it.'}" if thrown else " ".join(said)
    )


def _small(session: Session, event: Event) -> bool:
    """Dice are told with the wish; of conditions only those that lay a model down."""
    if isinstance(event, Gained):
        known = session.system.rules.statuses.get(event.marker.status)
        return known is None or not known.lying
    return isinstance(event, Rolled | Lost)


def examples() -> list[str]:
    """Every rulebook's own worked example, told as it is played, with the odds of its last command."""
    lines: list[str] = []
    for path in sorted(seeds.SEEDS.glob(f"*/cases/{EXAMPLE}")):
        case = cases.load(path)
        found = cases.last_odds(case)
        lines += [f"{seeds.book(case.system).title}. {case.title}.", *cases.run(case).story]
        if isinstance(found, Odds):
            lines.append("  Odds of that: " + ", ".join(f"{label} {share}" for label, share in found.table()) + ".")
    return lines


def _played(made: Window) -> bool:
    session = made.desk.session
    for line in examples():
        print(line)
    lines, good = play(session)
    print(f"{session.game.table.name}: {session.system.title}.")
    for line in lines:
        print(line)
    session.select(("tove",))
    game = session.game
    viewer, target = game.model("tove"), game.model("finch")
    if viewer.on_table and target.on_table:
        sight.keep(made.desk.bench, viewer.id, target.id)
    return good


def _opened(made: Window, options: app.Options) -> bool:
    if options.file is None:
        return False
    if not made.files.open_map(options.file, options.cell_inches or 1.0, options.wall_height):
        return False
    game = made.desk.session.game
    on_table = len(game.on_table())
    print(
        f"{options.file.name}: {game.table.width:g} by {game.table.height:g} inches, "
        f"{len(game.table.terrain)} pieces of terrain, {on_table} of {len(game.models)} models on the table."
    )
    return True


def _pictured(running: QApplication, made: Window) -> bool:
    """Grab the whole window into the current folder."""
    for _ in range(LAYOUT_PASSES):
        running.processEvents()
    made.desk.view.settle()
    if not made.grab().save(PICTURE, "PNG"):
        print(f"{PICTURE} could not be written into {Path.cwd()}. Go to a folder of your own.", file=sys.stderr)
        return False
    print(f"The picture is in {PICTURE}.")
    return True
