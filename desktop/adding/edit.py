"""“Edit by hand”: name, side, place, markers with their value and source, and counters of the selected models."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QSpinBox, QWidget

from desktop.adding.frame import Frame, box, whole
from desktop.look import Theme, words
from desktop.look.enter import keep_enter
from desktop.look.parts import TIGHT, Line, Press, Prose, emptied, in_order, label
from desktop.session import Session
from engine.events import Counted, Event, Gained, Lost, Placed, Removed, Renamed, Sided
from engine.game import Marker, Model, ModelId, SideId
from engine.story import counter, plain

NOBODY = "Select one model or several on the table or in the list."
HIGHEST = 9999
"""Of a value or a counter that is set by hand."""


class EditFrame(Frame):
    """Every change is one entry of the journal, and can be undone."""

    def __init__(self, session: Session, theme: Theme, over: QWidget) -> None:
        self.session = session
        self._shown: tuple[object, ...] = ()
        super().__init__("Edit by hand", theme, over)
        self.setObjectName("edit_by_hand")
        session.changed.connect(self.refresh)
        session.selected.connect(self.refresh)

    @property
    def models(self) -> tuple[Model, ...]:
        """Whom a change is for: all that are selected."""
        game = self.session.game
        return tuple(game.model(name) for name in self.session.selection if game.has_model(name))

    def open(self) -> None:
        """Show it for the selected models."""
        self._shown = ()
        super().open()
        self.refresh()
        first = self.findChild(QLineEdit, "rename") or self.findChild(QComboBox, "goes_to")
        (first or self.shut).setFocus()

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        self._shown = ()
        self.refresh()

    def refresh(self, *_: object) -> None:
        """Show the selected models as they are, unless they are shown so already."""
        if not self.isVisible():
            return
        now = (self.session.game.sides, tuple(_told(model) for model in self.models), self.theme)
        if now == self._shown:
            return
        self._shown = now
        focused = self.focusWidget()
        kept = focused.objectName() if focused is not None and focused.hasFocus() else ""
        emptied(self.rows)
        self._fill()
        in_order(self.shut, self.rows)
        again = self.findChild(QWidget, kept) if kept else None
        if again is not None:
            again.setFocus()
        self.place()

    def _fill(self) -> None:
        models = self.models
        if not models:
            self.heading.setText("Edit by hand")
            self.rows.addWidget(Prose(NOBODY, "dim"))
            return
        one = len(models) == 1
        self.heading.setText(f"By hand: {models[0].name if one else f'{len(models)} models'}")
        if one:
            self.rows.addLayout(self._row("Name", self._name(models[0])))
        self.rows.addLayout(self._row("Side", self._side(models)))
        self.rows.addLayout(self._row("Place", *self._places(models)))
        self.rows.addWidget(label("MARKERS", "heading"))
        if one:
            for number, marker in enumerate(models[0].markers):
                self.rows.addLayout(self._marker(models[0], number, marker))
        else:
            for status in dict.fromkeys(marker.status for model in models for marker in model.markers):
                self.rows.addLayout(self._status(status))
        self.rows.addLayout(self._new_marker())
        self.rows.addWidget(label("COUNTERS", "heading"))
        for name in dict.fromkeys(name for model in models for name, _ in model.counters):
            self.rows.addLayout(self._counter(name, models))
        self.rows.addLayout(self._new_counter())

    # Rows --------------------------------------------------------------------------------------

    def _row(self, title: str, *fields: QWidget) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(TIGHT)
        head = label(title, "dim")
        head.setFixedWidth(round(52 * self.theme.text_scale))
        row.addWidget(head)
        for field in fields:
            row.addWidget(field, 0 if isinstance(field, Press) else 1)
        if isinstance(fields[0], Press):
            row.addStretch(1)
        return row

    def _name(self, model: Model) -> QLineEdit:
        line = QLineEdit(model.name)
        line.setObjectName("rename")
        line.setAccessibleName("Name of the model")
        keep_enter(line)

        def rename() -> None:
            name = line.text().strip()
            if name and name != model.name:
                self._do([Renamed(model=model.id, name=name)], f"{model.name} is called {name}")

        line.editingFinished.connect(rename)
        return line

    def _side(self, models: tuple[Model, ...]) -> QComboBox:
        field = box("Side of the selected models", "goes_to")
        for side in self.session.game.sides:
            field.addItem(side.name, side.id)
        sides = {model.side for model in models}
        field.setCurrentIndex(field.findData(next(iter(sides))) if len(sides) == 1 else -1)

        def change(at: int) -> None:
            side = SideId(str(field.itemData(at)))
            facts = [Sided(model=model.id, side=side) for model in self.models if model.side != side]
            self._do(facts, f"{self._who()} to {field.itemText(at)}")

        field.activated.connect(change)
        return field

    def _places(self, models: tuple[Model, ...]) -> tuple[QWidget, ...]:
        off = self._press("Take off", "take_off", "Take off the table; the list keeps them", self._take_off)
        on = self._press("Put back", "put_back", "Put back where they stood", self._put_back)
        off.setEnabled(any(model.on_table for model in models))
        on.setEnabled(any(not model.on_table for model in models))
        return off, on

    def _marker(self, model: Model, number: int, marker: Marker) -> QHBoxLayout:
        title = words.condition(self.session.system, marker.status)
        value = whole(f"Value of {title}", f"value:{number}", 0, HIGHEST, marker.value)
        source = self._sources(f"source:{number}", marker.source)

        def change() -> None:
            new = Marker(marker.status, value.value(), _source(source))
            if new != marker:
                gone = Lost(model=model.id, status=marker.status, value=marker.value, source=marker.source)
                self._do([gone, Gained(model=model.id, marker=new)], f"{title} of {model.name}")

        def drop() -> None:
            gone = Lost(model=model.id, status=marker.status, value=marker.value, source=marker.source)
            self._do([gone], f"Take {title} from {model.name}")

        value.editingFinished.connect(change)
        source.activated.connect(change)
        return self._line(title, value, source, self._press("✕", f"drop:{number}", f"Take {title} away", drop))

    def _status(self, status: str) -> QHBoxLayout:
        """One condition of several models: it can only be taken from all of them."""
        title = words.condition(self.session.system, status)

        def drop() -> None:
            facts = [Lost(model=model.id, status=status) for model in self.models if model.has(status)]
            self._do(facts, f"Take {title} from {self._who()}")

        return self._line(title, self._press("✕", f"drop:{status}", f"Take {title} away from all", drop))

    def _new_marker(self) -> QHBoxLayout:
        status = box("Marker to put", "status")
        for known in self.session.system.rules.statuses.values():
            if not known.hidden:
                status.addItem(known.title, known.id)
        status.setEditable(True)
        status.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        status.setCurrentIndex(-1)
        line = status.lineEdit()
        if line is not None:
            line.setPlaceholderText("Marker")
            line.setAccessibleName("Marker to put")
            keep_enter(line)
        value = whole("Value of the marker", "value", 0, HIGHEST, 0)
        source = self._sources("source", "")

        def put() -> None:
            typed = status.currentText().strip()
            at = status.findText(typed, Qt.MatchFlag.MatchFixedString)
            name = str(status.itemData(at)) if at >= 0 else typed.lower().replace(" ", "_")
            if name:
                marker = Marker(name, value.value(), _source(source))
                on = [model for model in self.models if model.place != "removed"]
                facts = [Gained(model=model.id, marker=marker) for model in on]
                self._do(facts, f"Put {words.condition(self.session.system, name)} on {self._who()}")

        return self._line("", status, value, source, self._press("Put", "put", "Put this marker beside them", put))

    def _counter(self, name: str, models: tuple[Model, ...]) -> QHBoxLayout:
        called = counter(self.session.game, name)
        value = whole(called, f"counter:{name}", -HIGHEST, HIGHEST, models[0].count(name))

        def change() -> None:
            facts = [
                Counted(of="model", whose=model.id, name=name, value=value.value())
                for model in self.models
                if model.count(name) != value.value()
            ]
            self._do(facts, f"{called} of {self._who()}: {value.value()}")

        value.editingFinished.connect(change)
        return self._line(called, value)

    def _new_counter(self) -> QHBoxLayout:
        name = QLineEdit()
        name.setObjectName("counter")
        name.setPlaceholderText("Counter")
        name.setAccessibleName("Name of a counter")
        keep_enter(name)
        value = whole("Number of the counter", "count", -HIGHEST, HIGHEST, 1)

        def put() -> None:
            called = name.text().strip().lower().replace(" ", "_")
            if called:
                facts = [Counted(of="model", whose=model.id, name=called, value=value.value()) for model in self.models]
                self._do(facts, f"{plain(called)} of {self._who()}: {value.value()}")

        name.returnPressed.connect(put)
        return self._line("", name, value, self._press("Set", "set", "Set this counter", put))

    # What they do --------------------------------------------------------------------------------

    def _take_off(self) -> None:
        facts = [Removed(model=model.id, reason="taken off by hand") for model in self.models if model.on_table]
        self._do(facts, f"Take {self._who()} off the table")

    def _put_back(self) -> None:
        facts = [
            Placed(model=model.id, at=(model.x, model.y, model.z), facing=model.facing)
            for model in self.models
            if not model.on_table
        ]
        self._do(facts, f"Put {self._who()} back on the table")

    def _do(self, facts: Iterable[Event], note: str) -> None:
        stated = tuple(facts)
        if stated:
            self.session.by_hand(stated, note)

    def _who(self) -> str:
        models = self.models
        return models[0].name if len(models) == 1 else f"{len(models)} models"

    def _line(self, title: str, *fields: QWidget) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(TIGHT)
        if title:
            row.addWidget(Line(title), 2)
        for field in fields:
            if isinstance(field, QSpinBox):
                field.setFixedWidth(round(54 * self.theme.text_scale))
            row.addWidget(field, 0 if isinstance(field, Press | QSpinBox) else 2)
        return row

    def _press(self, title: str, id: str, tip: str, do: Callable[[], None]) -> Press:
        button = Press(title, self.theme, "small", tip=tip, fills=False)
        button.setObjectName(id)
        button.setAccessibleName(tip)
        button.clicked.connect(do)
        return button

    def _sources(self, id: str, now: str) -> QComboBox:
        """Who put a marker there: nobody, a model, or whatever word stands there already."""
        field = box("Who put it there", id)
        field.addItem("by nobody", "")
        for model in self.session.game.models:
            field.addItem(f"by {model.name}", model.id)
        if field.findData(now) < 0:
            field.addItem(f"by {plain(now)}", now)
        field.setCurrentIndex(field.findData(now))
        return field


def _source(field: QComboBox) -> ModelId:
    return ModelId(str(field.currentData() or ""))


def _told(model: Model) -> tuple[object, ...]:
    return (model.id, model.name, model.side, model.place, model.markers, model.counters)
