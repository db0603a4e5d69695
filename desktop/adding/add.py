"""“Add a model”: from a profile of the running book, or a bare base of any size, for any side, in any number."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Literal

from msgspec.structs import replace
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFormLayout, QLineEdit, QListWidget, QListWidgetItem, QWidget

from desktop.adding.frame import Frame, box, decimal, whole
from desktop.look import Theme, words
from desktop.look.enter import keep_enter
from desktop.look.length_field import LengthField
from desktop.look.parts import Press, Prose
from desktop.session import Session
from engine import seeds, skirmish
from engine.events import Added
from engine.game import Base, Game, Model, ModelId, Numbers, Profile, SideId
from engine.limits import count_fault
from engine.play import Done
from engine.questions import tidy

PROFILE = Qt.ItemDataRole.UserRole
CUSTOM = "A base of another size"
SHAPES: tuple[tuple[str, Literal["round", "oval", "rect"]], ...] = (
    ("Round", "round"),
    ("Oval", "oval"),
    ("Rectangular", "rect"),
)
MOST = 40
"""Models at once."""


class AddFrame(Frame):
    """Emits *added(ids)* once they wait in reserve."""

    added = Signal(object)

    def __init__(self, session: Session, theme: Theme, over: QWidget) -> None:
        self.session = session
        super().__init__("Add a model", theme, over)
        self.line = self._search()
        self.profiles = QListWidget()
        self.profiles.setObjectName("profiles")
        self.profiles.setAccessibleName("Profiles")
        self.profiles.setFixedHeight(132)
        self.profiles.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.profiles.currentItemChanged.connect(self._chosen)
        self.profiles.itemActivated.connect(lambda _: self.add())
        self.shape = box("Shape of the base", "shape")
        for title, shape in SHAPES:
            self.shape.addItem(title, shape)
        self.width_mm = decimal("Width of the base in millimetres", "width", 1.0, 2000.0, 32.0, " mm")
        self.depth_mm = decimal("Depth of the base in millimetres", "depth", 1.0, 2000.0, 32.0, " mm")
        self.tall = LengthField("Height of the model", 0.0, 40.0)
        self.tall.setObjectName("height")
        self.tall.show_inches(1.3)
        keep_enter(self.tall)
        self.name = QLineEdit()
        self.name.setObjectName("name")
        self.name.setAccessibleName("Name of the model")
        self.side = box("Side", "side")
        self.number = whole("How many", "number", 1, MOST, 1)
        self.says = Prose("", "dim")
        self.go = Press("Add to the reserve", theme, "primary")
        self.go.setObjectName("add")
        self.go.clicked.connect(self.add)
        self._lay_out()
        self.shape.currentIndexChanged.connect(self._shaped)
        session.changed.connect(self._refill)
        for field in (self.name, self.line):
            field.returnPressed.connect(self.add)
            keep_enter(field)
        for spin in (self.width_mm, self.depth_mm, self.tall, self.number):
            spin.lineEdit().returnPressed.connect(self.add)

    def _search(self) -> QLineEdit:
        line = QLineEdit()
        line.setObjectName("profile_search")
        line.setPlaceholderText("Find a profile by name")
        line.setAccessibleName("Find a profile by name")
        line.textChanged.connect(self._match)
        line.installEventFilter(self)
        return line

    def open(self) -> None:
        """Offer the profiles of the running book and every bare base."""
        self._match()
        self._seat()
        super().open()
        self.line.setFocus()
        self.line.selectAll()

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        if hasattr(self, "go"):
            self.go.theme = theme
            self.tall.take_ruler(theme.ruler)

    def add(self) -> None:
        """Put them in reserve, and hand them over to be set down."""
        models = self.models()
        if models is None:
            self.says.say("Choose a profile, or a base of another size.")
            return
        game = self.session.game
        fault = count_fault(_with(game, models))
        if fault:
            self.says.say(words.plain(fault))
            return
        many = f"{len(models)} × {models[0].profile.name}" if len(models) > 1 else models[0].name
        note = f"Add {many} to {game.side(models[0].side).name}"
        if isinstance(self.session.by_hand([Added(model=model) for model in models], note), Done):
            self.leave()
            self.added.emit(tuple(model.id for model in models))

    def models(self) -> tuple[Model, ...] | None:
        """The models as they would be added now; None while no profile is chosen."""
        profile = self._profile()
        if profile is None or self.side.currentData() is None:
            return None
        game, count = self.session.game, self.number.value()
        name = self.name.text().strip() or profile.name
        ids, names = _ids(game, profile.id), _names(game, name, count)
        side = SideId(str(self.side.currentData()))
        facing = next((model.facing for model in game.on_table() if model.side == side), 0.0)
        return tuple(
            Model(id=next(ids), name=next(names), side=side, profile=profile, facing=facing) for _ in range(count)
        )

    # Fields ----------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        self.rows.addWidget(self.line)
        self.rows.addWidget(self.profiles)
        self.form = QFormLayout()
        self.form.setSpacing(6)
        for title, field in (
            ("Shape", self.shape),
            ("Width", self.width_mm),
            ("Depth", self.depth_mm),
            ("Height", self.tall),
            ("Name", self.name),
            ("Side", self.side),
            ("Number", self.number),
        ):
            self.form.addRow(title, field)
        self.rows.addLayout(self.form)
        self.rows.addWidget(self.says)
        self.rows.addWidget(self.go)

    def _match(self, *_: object) -> None:
        """The profiles whose names hold all the words that were typed; the custom base is always there."""
        wanted = self.line.text().lower().split()
        current = self.profiles.currentItem()
        before = current.text() if current is not None else ""
        self.profiles.blockSignals(True)
        self.profiles.clear()
        offered = sorted(self._offered(), key=lambda one: not all(word in one[0].lower() for word in wanted))
        for title, tip, profile in offered:
            if all(word in f"{title} {tip}".lower() for word in wanted) or profile is None:
                row = QListWidgetItem(title)
                row.setToolTip(tip)
                row.setData(PROFILE, profile.id if profile is not None else "")
                self.profiles.addItem(row)
        rows = [self.profiles.item(row).text() for row in range(self.profiles.count())]
        self.profiles.blockSignals(False)
        self.profiles.setCurrentRow(rows.index(before) if before in rows and before != CUSTOM else 0)
        self._chosen()

    def _offered(self) -> Iterator[tuple[str, str, Profile | None]]:
        running = self.session.game.system
        for book in dict.fromkeys((running, seeds.bare())):
            title = seeds.book(book).title if book in seeds.systems() else book
            for profile in sorted(
                skirmish.profiles(book).values(), key=lambda one: one.name if book != seeds.bare() else ""
            ):
                yield profile.name, f"{title}: {_based(profile.base)}, {tidy(profile.height)}″ tall", profile
        yield CUSTOM, "Any shape and size, in millimetres", None

    def _chosen(self, *_: object) -> None:
        """Only a custom base is asked for its size."""
        row = self.profiles.currentItem()
        custom = row is not None and row.text() == CUSTOM
        for field in (self.shape, self.width_mm, self.depth_mm, self.tall):
            self.form.setRowVisible(field, custom)
        self._shaped()
        profile = self._profile()
        self.name.setPlaceholderText(profile.name if profile is not None else "")
        said = "" if row is None or custom else row.toolTip()
        usual = plain_stats(self.session.game.system)
        if profile is not None and usual and profile.stats == usual:
            said = f"{said} Characteristics: the most common of this rulebook.".strip()
        self.says.say(words.plain(said))
        self.place()

    def _shaped(self, *_: object) -> None:
        row = self.profiles.currentItem()
        if row is not None and row.text() == CUSTOM:
            self.form.setRowVisible(self.depth_mm, self.shape.currentData() != "round")

    def _profile(self) -> Profile | None:
        row = self.profiles.currentItem()
        if row is None:
            return None
        book = self.session.game.system
        if row.text() != CUSTOM:
            id = str(row.data(PROFILE))
            known = skirmish.profiles(book).get(id)
            bare = skirmish.profiles(seeds.bare()).get(id)
            return known if known is not None or bare is None else replace(bare, stats=plain_stats(book))
        self.tall.interpretText()
        shape = self.shape.currentData()
        wide = self.width_mm.value()
        base = Base(shape, wide, wide if shape == "round" else self.depth_mm.value())
        return Profile(
            id=f"{shape}_{base.width:g}_{base.depth:g}".replace(".", "_"),
            name=_based(base)[:1].upper() + _based(base)[1:],
            base=base,
            height=self.tall.inches,
            stats=plain_stats(book),
        )

    def _seat(self) -> None:
        chosen, game = self.side.currentData(), self.session.game
        self.side.clear()
        for side in game.sides:
            self.side.addItem(side.name, side.id)
        self.side.setCurrentIndex(max(0, self.side.findData(chosen if chosen is not None else game.active)))

    def _refill(self, before: Game, after: Game, _: object) -> None:
        if self.isVisible() and (before.system, before.sides) != (after.system, after.sides):
            self._match()
            self._seat()


@cache
def plain_stats(book: str) -> Numbers:
    """What a bare base has in a rulebook, whose rules need characteristics: of each the most common value."""
    lines = [dict(profile.stats) for profile in skirmish.profiles(book).values()] if book != seeds.bare() else []
    names = dict.fromkeys(name for line in lines for name in line)
    usual = []
    for name in names:
        values = [line[name] for line in lines if name in line]
        if len(values) * 2 > len(lines):
            usual.append((name, max(sorted(set(values)), key=values.count)))
    return tuple(usual)


def _with(game: Game, models: tuple[Model, ...]) -> Game:
    return replace(game, models=(*game.models, *models))


def _based(base: Base) -> str:
    """'round 32 mm', 'oval 60 × 35 mm'."""
    if base.shape == "round":
        return f"round {base.width:g} mm"
    return f"{'rectangle' if base.shape == 'rect' else 'oval'} {base.width:g} × {base.depth:g} mm"


def _ids(game: Game, stem: str) -> Iterator[ModelId]:
    taken, number = {model.id for model in game.models}, 0
    while True:
        number += 1
        id = ModelId(f"{stem}_{number}")
        if id not in taken:
            yield id


def _names(game: Game, name: str, count: int) -> Iterator[str]:
    """The name itself where it is free and one is wanted; else numbered."""
    taken, number = {model.name for model in game.models}, 0
    if count == 1 and name not in taken:
        yield name
    while True:
        number += 1
        if f"{name} {number}" not in taken:
            yield f"{name} {number}"
