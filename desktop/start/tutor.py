"""Who gives a lesson: watches the table, points at it, and goes on when a step is done."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QObject, Signal

from desktop.desk import Desk
from desktop.start.teaching import Happening, Lesson, Step, Wanted
from engine.events import Event
from engine.game import Game, Point
from engine.geometry.evidence import NOTHING, Area, Evidence, Mark
from engine.geometry.shapes import outline_at

LAYER = "lesson"
"""The scene's layer in which a lesson points at something."""
ROOM = 0.25
"""Inches between a base and the ring that points at it."""


class Tutor(QObject):
    """Gives one lesson: watches the table, and goes on when a step is done.

    Signal: *turned*: another step, or none.
    """

    turned = Signal()

    def __init__(self, desk: Desk, parent: QObject) -> None:
        super().__init__(parent)
        self._desk = desk
        self.lesson: Lesson | None = None
        self.place = 0
        self.before: Step | None = None
        """The step that was just done, whose *then* is still worth a line."""
        self._first: Game | None = None
        self._cursor = 0
        session, bench = desk.session, desk.bench
        session.selected.connect(self._look)
        bench.taken.connect(self._look)
        bench.measured.connect(self._look)
        session.changed.connect(self._changed)
        session.refused.connect(lambda _: self._see("refused"))
        session.asked.connect(lambda asking: self._see("answered" if asking is None else "asked"))
        session.journal_changed.connect(self._journal)
        desk.bench.overlays.held.connect(self._look)

    @property
    def step(self) -> Step | None:
        """What is to be done now; None when no lesson is given, or it is over."""
        if self.lesson is None or self.place >= len(self.lesson.steps):
            return None
        return self.lesson.steps[self.place]

    def begin(self, lesson: Lesson) -> None:
        """Give this lesson on the table as it lies."""
        self.lesson, self.place, self.before = lesson, 0, None
        self._first, self._cursor = self._desk.session.journal.first, self._desk.session.journal.cursor
        self._turn()

    def end(self) -> None:
        """No lesson any more; the table stays as it is."""
        if self.lesson is not None:
            self.lesson = None
            self._turn()

    def go_on(self, *, done: bool = False) -> None:
        """To the next step, whether this one is *done* or passed over."""
        if self.lesson is not None and self.place < len(self.lesson.steps):
            self.before = self.step if done else None
            self.place += 1
            self._turn()
            self._look()

    def go_back(self) -> None:
        """To the step before."""
        if self.place:
            self.place, self.before = self.place - 1, None
            self._turn()

    # What has happened ---------------------------------------------------------------------------

    def _look(self, *_: object) -> None:
        """A tool, a choice or a measurement is as it is; is that what was wanted?"""
        wanted = self.step.done if self.step else None
        if wanted and not wanted.fact and not wanted.happened and self._holds(wanted):
            self.go_on(done=True)

    def _see(self, happened: Happening) -> None:
        wanted = self.step.done if self.step else None
        if wanted and wanted.happened == happened and self._holds(wanted):
            self.go_on(done=True)

    def _changed(self, _before: Game, _after: Game, events: tuple[Event, ...]) -> None:
        self._point()
        for event in events:
            wanted = self.step.done if self.step else None
            if wanted and wanted.fact and _is_fact(event, wanted) and self._holds(wanted):
                self.go_on(done=True)

    def _journal(self) -> None:
        journal = self._desk.session.journal
        if self.lesson is not None and journal.first is not self._first:
            self.end()  # another battle lies on the table
            return
        back, self._cursor = journal.cursor < self._cursor, journal.cursor
        if back:
            self._see("undone")

    def _holds(self, wanted: Wanted) -> bool:
        """Is all that stands still as wanted: the tool, the choice, the measurement?"""
        bench, session = self._desk.bench, self._desk.session
        if wanted.tool and bench.tool.id != wanted.tool:
            return False
        if wanted.selected and session.selection != (wanted.selected,):
            return False
        if not wanted.measured:
            return True
        words = bench.told.query.split() if bench.told is not None else []
        stays = "kept" in bench.painted or bench.overlays.kept is not None
        return stays and words[:1] == [wanted.measured] and set(wanted.of) <= set(words[1:])

    # Where to look -------------------------------------------------------------------------------

    def _turn(self) -> None:
        self._point()
        self.turned.emit()

    def _point(self) -> None:
        """A ring round the model that the step is about, and one where it is to go."""
        game, step = self._desk.session.game, self.step
        areas: list[Area] = []
        marks: list[Mark] = []
        if step is not None and step.at and game.has_model(step.at) and game.model(step.at).on_table:
            model = game.model(step.at)
            ring = outline_at(model.profile.base, model.x, model.y, model.facing).buffer(ROOM)
            areas.append(_ring(ring.exterior.coords, model.z))
        if step is not None and step.to is not None:
            x, y = step.to
            base = game.model(step.at).profile.base if step.at and game.has_model(step.at) else None
            if base is not None:
                areas.append(_ring(outline_at(base, x, y, 0.0).buffer(ROOM).exterior.coords, 0.0))
            marks.append(Mark((x, y, 0.0), "reach", "here"))
        shown = Evidence(areas=tuple(areas), marks=tuple(marks)) if areas or marks else NOTHING
        self._desk.scene.show_overlay(LAYER, shown)


def _ring(points: Iterable[Sequence[float]], z: float) -> Area:
    ring: tuple[Point, ...] = tuple((float(x), float(y)) for x, y in points)
    return Area(((ring,),), "reach", z=z)


def _is_fact(event: Event, wanted: Wanted) -> bool:
    """Is it a fact of that kind, with those parts?"""
    if type(event).__name__ != wanted.fact:
        return False
    return all(getattr(event, name, None) == value for name, value in wanted.parts.items())
