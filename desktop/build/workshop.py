"""What is being built with: chosen pieces, settings, clipboard; and every change, as facts set by hand.

No widget and no gesture lives here.  Whatever cannot stand is refused with a sentence and
nothing changes; whatever can is one entry in the journal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import cast

from PySide6.QtCore import QObject, QSettings, Signal

from desktop.build.pens import PENS, Pen
from desktop.look.rulers import Ruler, ruler
from desktop.session import OPEN_QUESTION, Session
from engine import building, riding
from engine.building import Axis, Edge, Parts
from engine.events import Event, Laid
from engine.game import Point, Table, Terrain, TerrainId, Zone
from engine.pieces import Ready
from engine.snapping import Magnet

NOTHING_CHOSEN = "Nothing is chosen. Click a piece, or press Tab to walk through them."
APART = 1.0
"""Inches between a piece and its duplicate."""


class Workshop(QObject):
    """Signals: *chose()*: other pieces, or another zone, are chosen; *adjusted()*: a setting is another one;
    *ruled(ruler id)*: lengths are written by this; *refused(sentence)*; *changed()*: the table is another one;
    *opened()*: its numbers are wanted; *pictured(what)*: a picture under the table is (*choose*, *size*, *off*)."""

    ruled = Signal(str)
    chose = Signal()
    adjusted = Signal()
    refused = Signal(str)
    changed = Signal()
    opened = Signal()
    pictured = Signal(str)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.chosen: tuple[str, ...] = ()
        self.zone: int | None = None
        self.shows_corners = False
        self.corner = 0
        """Which corner the keys move while corners are shown."""
        self.carried: Ready | None = None
        self.pen: Pen = PENS[0]
        self.side = ""
        """Whose zone is drawn next; empty: nobody's."""
        self.draft: list[Point] = []
        """Corners set so far of an outline being drawn."""
        self.clip: Parts = ()
        self._pasted = 0
        self._drawn: tuple[Table, float, Magnet] | None = None
        self._settings = QSettings()
        self.ruler: Ruler = ruler(str(self._settings.value("ruler", "inches")))
        self.grid = _number(self._settings.value("build/grid", 1.0))
        self.snaps = str(self._settings.value("build/snaps", "true")) == "true"
        self.stacks = str(self._settings.value("build/stacks", "true")) == "true"
        self.carries = str(self._settings.value("build/carries", "true")) == "true"
        session.changed.connect(self._follow)

    # What is true ------------------------------------------------------------------------------

    @property
    def table(self) -> Table:
        return self.session.game.table

    def parts(self) -> Parts:
        """The chosen pieces as they stand."""
        wanted = set(self.chosen)
        return tuple(piece for piece in self.table.terrain if piece.id in wanted)

    def others(self) -> Parts:
        """Everything that is not chosen."""
        wanted = set(self.chosen)
        return tuple(piece for piece in self.table.terrain if piece.id not in wanted)

    def chosen_zone(self) -> Zone | None:
        return self.table.zones[self.zone] if self.zone is not None else None

    def magnet(self, *, off: bool = False) -> Magnet:
        """What draws the hand now: nothing where snapping is off."""
        if off or not self.snaps:
            return Magnet(())
        return Magnet(self.others(), self.grid)

    def everything(self, *, off: bool = False) -> Magnet:
        """What draws a new piece or a new corner: all that stands, and the board's own edges."""
        if off or not self.snaps:
            return Magnet(())
        if self._drawn is None or self._drawn[0] is not self.table or self._drawn[1] != self.grid:
            wide, high = self.table.width, self.table.height
            edges = ((0.0, 0.0), (wide, 0.0), (wide, high), (0.0, high))
            border = Terrain(id=TerrainId(""), name="", outline=edges)
            self._drawn = (self.table, self.grid, Magnet((*self.table.terrain, border), self.grid))
        return self._drawn[2]

    def say(self, inches: float) -> str:
        """A length by the ruler in use."""
        return self.ruler.say(inches)

    # Settings ----------------------------------------------------------------------------------

    def take_ruler(self, name: str) -> None:
        """Measure in inches, centimetres or millimetres from now on."""
        self.ruler = ruler(name)
        self.ruled.emit(name)
        self.grid = self.ruler.grids[-2] * self.ruler.inches
        self._keep()

    def set_grid(self, inches: float) -> None:
        """Grid lines so many inches apart."""
        self.grid = inches
        self._keep()

    def set_snaps(self, on: bool) -> None:
        """Snap to the grid and to neighbours, or not at all."""
        self.snaps = on
        self._keep()

    def set_stacks(self, on: bool) -> None:
        """Put what is moved on what lies below it, or leave its height alone."""
        self.stacks = on
        self._keep()

    def set_carries(self, on: bool) -> None:
        """Take the models along that stand on what is moved, or leave them where they are."""
        self.carries = on
        self._keep()

    def take_pen(self, pen: Pen) -> None:
        """Draw with this from now on."""
        self.pen = pen
        self.adjusted.emit()

    def take_pen_at(self, place: int) -> None:
        """The pen of a digit, where there is one."""
        if 0 <= place < len(PENS):
            self.take_pen(PENS[place])

    def carry(self, piece: Ready | None) -> None:
        """Hold a piece of the library."""
        self.carried = piece
        self.adjusted.emit()

    def _keep(self) -> None:
        self._settings.setValue("ruler", self.ruler.id)
        self._settings.setValue("build/grid", self.grid)
        for name, on in (("snaps", self.snaps), ("stacks", self.stacks), ("carries", self.carries)):
            self._settings.setValue(f"build/{name}", "true" if on else "false")
        self.adjusted.emit()

    # Choosing ----------------------------------------------------------------------------------

    def choose(self, ids: Iterable[str], *, whole: bool = True) -> None:
        """Choose these pieces, and with *whole* all of their groups; a chosen zone is let go."""
        known = {piece.id for piece in self.table.terrain}
        wanted = [id for id in ids if id in known]
        found = building.members(self.table, wanted) if whole else tuple(dict.fromkeys(wanted))
        if found == self.chosen and self.zone is None:
            return
        self.chosen, self.zone = found, None
        self.shows_corners, self.corner = self.shows_corners and len(found) == 1, 0
        self.chose.emit()

    def choose_zone(self, index: int | None) -> None:
        """Choose a zone; pieces are let go."""
        self.chosen, self.corner = (), 0
        self.zone = index if index is not None and index < len(self.table.zones) else None
        self.shows_corners = self.zone is not None
        self.chose.emit()

    def show_corners(self, on: bool) -> None:
        """Show the corners of the one chosen piece, to be moved one by one."""
        self.shows_corners, self.corner = on and (len(self.chosen) == 1 or self.zone is not None), 0
        self.chose.emit()

    def walk(self, step: int) -> None:
        """Choose the next group on the table."""
        names = [group[0].id for group in building.groups(self.table.terrain)]
        if not names:
            return
        now = next((at for at, name in enumerate(names) if name in building.members(self.table, self.chosen)), None)
        self.choose((names[(now + step) % len(names) if now is not None else (0 if step > 0 else -1)],))

    def choose_all(self) -> None:
        self.choose(piece.id for piece in self.table.terrain)

    # Changing ----------------------------------------------------------------------------------

    def do(self, facts: Iterable[Event], note: str) -> bool:
        """One entry in the journal; False when nothing was to be done or a question is open."""
        told = tuple(facts)
        if self.session.pending is not None:
            self.refused.emit(OPEN_QUESTION)
            return False
        if told:
            self.session.by_hand(told, note)
        return bool(told)

    def rebuild(self, before: Parts, after: Parts, note: str) -> bool:
        """The one becomes the other and is chosen, if it can stand."""
        if said := building.fault(after, self.table):
            self.refused.emit(said)
            return False
        done = self.do(*self._with_riders(before, after, note))
        if done and {part.id for part in after} != set(self.chosen):
            self.choose((part.id for part in after), whole=False)
        return done

    def _with_riders(self, before: Parts, after: Parts, note: str) -> tuple[tuple[Event, ...], str]:
        """The facts of a change, and who stood on what is changed goes with it, in the same entry."""
        facts = building.changes(before, after)
        going = riding.carried(self.session.game, before, after) if self.carries and facts else ()
        if not going:
            return facts, note
        names = [self.session.game.model(fact.model).name for fact in going]
        more = f" and {len(names) - 2} more" if len(names) > 2 else ""
        return (*facts, *going), f"{note}, with {' and '.join(names[:2]) if not more else ', '.join(names[:2]) + more}"

    def edit(self, change: Callable[[Parts], Parts], did: str) -> bool:
        """Change the chosen pieces; *did* says what was done to them."""
        parts = self.parts()
        if not parts:
            self.refused.emit(NOTHING_CHOSEN)
            return False
        return self.rebuild(parts, change(parts), f"{self.naming(parts)} {did}")

    def naming(self, parts: Parts) -> str:
        """What these are called in a note."""
        several = building.groups(parts)
        return building.called(several[0]) if len(several) == 1 else f"{len(several)} pieces"

    def set_down(self, parts: Parts, note: str = "") -> bool:
        """Put new pieces on the table, under ids that are free, and choose them."""
        made = building.fresh(parts, (piece.id for piece in self.table.terrain))
        return self.rebuild((), made, note or f"{self.naming(made)} set up")

    def settled(self, before: Parts, after: Parts) -> Parts:
        """The parts put on what lies below them, where that is wished for."""
        return building.stacked(self.table, before, after) if self.stacks and before else after

    def turn(self, degrees: float) -> None:
        self.edit(lambda parts: building.turned(parts, building.middle(parts), degrees), f"turned by {degrees:g}°")

    def climb(self, step: int) -> None:
        """Lift to the next level below or above, of what lies there."""
        parts = self.parts()
        if not parts:
            return
        heights = building.levels(self.table, building.middle(parts), self.chosen)
        foot = building.low(parts)
        found = [height for height in heights if (height - foot) * step > 1e-6]
        if not found:
            where = "above" if step > 0 else "below"
            self.refused.emit(f"There is nothing {where} to put it on. Type a height beside “Bottom” instead.")
            return
        self.edit(lambda kept: building.raised(kept, found[0] if step > 0 else found[-1]), "put on another level")

    def align(self, edge: Edge) -> None:
        self._order(2, lambda chosen: building.aligned(chosen, edge), "aligned")

    def distribute(self, axis: Axis) -> None:
        self._order(3, lambda chosen: building.distributed(chosen, axis), "distributed")

    def _order(self, least: int, order: Callable[[tuple[Parts, ...]], Parts], did: str) -> None:
        chosen = building.groups(self.parts())
        if len(chosen) < least:
            words = {2: "two", 3: "three"}[least]
            self.refused.emit(f"Choose {words} pieces or more first: click them with Shift, or draw a band round them.")
            return
        parts = self.parts()
        self.rebuild(parts, order(chosen), f"{len(chosen)} pieces {did}")

    def group(self) -> None:
        taken = [piece.id for piece in self.table.terrain]
        self.edit(lambda parts: building.grouped(parts, taken), "grouped")

    def ungroup(self) -> None:
        taken = [piece.id for piece in self.table.terrain]
        self.edit(lambda parts: building.ungrouped(parts, taken), "taken apart")

    def delete(self) -> None:
        """Take what is chosen off the table: pieces, or a zone."""
        if self.zone is not None:
            index = self.zone
            zones = tuple(zone for at, zone in enumerate(self.table.zones) if at != index)
            self.choose_zone(None)
            self.lay(zones=zones, note="A zone taken away")
            return
        parts = self.parts()
        if not parts:
            self.refused.emit(NOTHING_CHOSEN)
            return
        self.do(*self._with_riders(parts, (), f"{self.naming(parts)} taken away"))

    def copy(self) -> None:
        self.clip, self._pasted = self.parts() or self.clip, 0

    def cut(self) -> None:
        self.copy()
        self.delete()

    def paste(self, at: Point | None = None) -> None:
        """Set the copied pieces down: at a place, or beside where they were copied."""
        if not self.clip:
            self.refused.emit("Nothing was copied yet. Choose pieces and press Ctrl+C first.")
            return
        self._pasted += 1
        x, y = building.middle(self.clip)
        by = (at[0] - x, at[1] - y) if at is not None else (APART * self._pasted, APART * self._pasted)
        self.set_down(building.moved(self.clip, *by))

    def duplicate(self) -> None:
        """The same again, beside it."""
        parts = self.parts()
        if not parts:
            self.refused.emit(NOTHING_CHOSEN)
            return
        left, _, right, _ = building.box(parts)
        beyond = right + (right - left) + APART > self.table.width
        by = (0.0, APART) if beyond else (right - left + APART / 2, 0.0)
        self.set_down(building.moved(parts, *by))

    # Board and zones ---------------------------------------------------------------------------

    def lay(
        self,
        *,
        name: str | None = None,
        size: Point | None = None,
        ground: str | None = None,
        zones: tuple[Zone, ...] | None = None,
        note: str,
    ) -> bool:
        """Lay the board anew; what is not said stays as it is."""
        table = self.table
        width, height = size or (table.width, table.height)
        if said := building.size_fault(width, height):
            self.refused.emit(said)
            return False
        made = Laid(
            name=table.name if name is None else name,
            width=width,
            height=height,
            ground=ground or table.ground,
            zones=table.zones if zones is None else zones,
        )
        if (made.name, made.zones) == (table.name, table.zones) and (width, height, made.ground) == (
            table.width,
            table.height,
            table.ground,
        ):
            return False
        done = self.do((made,), note)
        if lost := building.stranded(self.table):
            self.refused.emit(
                f"Off the board now: {', '.join(lost[:4])}. Move them back, delete them, or undo (Ctrl+Z)."
            )
        return done

    def replace_table(self, table: Table, zones: tuple[Zone, ...]) -> bool:
        """Another board with all that stands on it in place of this one; models stay where they are."""
        laid = Laid(name=table.name, width=table.width, height=table.height, ground=table.ground, zones=zones)
        facts = (*building.changes(self.table.terrain, table.terrain), laid)
        self.choose(())
        return self.do(facts, f"The board {table.name} laid out")

    # Following ---------------------------------------------------------------------------------

    def _follow(self, before: object, after: object, events: object) -> None:
        """The table is another one: what is gone is no longer chosen."""
        known = {piece.id for piece in self.table.terrain}
        kept = tuple(id for id in self.chosen if id in known)
        lost_zone = self.zone is not None and self.zone >= len(self.table.zones)
        if kept != self.chosen or lost_zone:
            self.chosen = kept
            self.zone = None if lost_zone else self.zone
            self.shows_corners = False
        self.chose.emit()
        self.changed.emit()


def _number(kept: object) -> float:
    """A grid as it was kept; an inch where that is none."""
    try:
        return min(24.0, max(0.01, float(cast("str", kept))))
    except (TypeError, ValueError):
        return 1.0
