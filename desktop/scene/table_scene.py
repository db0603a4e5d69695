"""The table as Qt draws it: `sync(game)` reconciles, evidence is laid over it, hands go out.

The scene's coordinates are inches.  It knows no rule and keeps nothing but what the last
`sync` gave: items are matched by id, equal nouns are skipped, and what is gone is taken
away one by one (``scene.clear()`` would leave dead wrappers behind).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from msgspec.structs import replace
from PySide6.QtCore import QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPainterPath
from PySide6.QtWidgets import QGraphicsScene, QGraphicsSceneMouseEvent

from desktop.look import Theme, theme, veil
from desktop.scene.evidence_item import AreaItem, LineItem, ShadeItem
from desktop.scene.ground import Ground
from desktop.scene.haste import Haste
from desktop.scene.ink import covers, reach_of
from desktop.scene.layers import Layer
from desktop.scene.marker_item import NO_LOOKS, StatusLooks
from desktop.scene.model_item import Dress, ModelItem, ghost_of
from desktop.scene.touch import GestureSink, Touch
from engine import systems
from engine.game import Game, Model, ModelId, Point, SideId, Table
from engine.geometry.evidence import NOTHING, Area, Evidence

BAND = "band"
"""The overlay a rubber band is drawn in."""


class TableScene(QGraphicsScene):
    """Draws one `Game`.  Set `gesture_sink` to receive the mouse."""

    synced = Signal()
    """A `sync` has put every item where it truly is."""

    overlaid = Signal(str, object)
    """A named layer of evidence is shown, or (`NOTHING`) taken away."""

    storey_changed = Signal(float)
    """The table is seen up to a floor at this height (inches; `heights.SKY`: all of it)."""

    ground_changed = Signal(QRectF)
    """Board, terrain or theme changed: a kept picture of them is stale."""

    def __init__(self, look: Theme | None = None) -> None:
        super().__init__()
        self.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        self.gesture_sink: GestureSink | None = None
        self.pixels_per_inch = 20.0
        self.veil: Callable[[Game], Game] = lambda game: game
        """How a game is drawn for whoever looks; what `game` gives is never veiled."""
        self._theme = look or theme("dark")
        self.statuses: StatusLooks = NO_LOOKS
        self._game: Game | None = None
        self._chosen: frozenset[str] = frozenset()
        self.ghosts: tuple[Model, ...] = ()
        self._named = self._nameless = False
        self.ground = Ground()
        self.bare = False
        """Is it rendered without board and terrain?"""
        self._models: dict[str, ModelItem] = {}
        self._shown: dict[str, tuple[Model, bool]] = {}
        self._bases: tuple[QRectF, ...] = ()
        self._ghost_items: dict[str, ModelItem] = {}
        self._overlays: dict[str, tuple[AreaItem, LineItem, Evidence]] = {}
        self._shade = ShadeItem()
        self._seen: Evidence | None = None
        self.haste = Haste(self.update)
        self.addItem(self._shade)

    # What is shown -----------------------------------------------------------------------

    @property
    def look(self) -> Theme:
        """The theme things are drawn in."""
        return self._theme

    @property
    def game(self) -> Game | None:
        """What the last `sync` gave."""
        return self._game

    @property
    def board(self) -> QRectF:
        """The board in inches."""
        return self.ground.bounds

    @property
    def selection(self) -> frozenset[str]:
        """Ids the last `show_selection` gave."""
        return self._chosen

    def model_item(self, model: str) -> ModelItem | None:
        """The drawing of one model, for motion."""
        return self._models.get(model)

    def sync(self, game: Game, *, selected: Iterable[str] | None = None, ghosts: Iterable[Model] = ()) -> None:
        """Show this game; *selected* None keeps the selection, *ghosts* are drawn see-through."""
        old, self._game = self._game, game
        self._bases = tuple(_box(model) for model in game.models if model.on_table)
        if selected is not None:
            self._chosen = frozenset(selected)
        if old is None or old.table is not game.table or (old.sides, old.system) != (game.sides, game.system):
            self._shown.clear()
            self._sync_table(game.table, systems.on_squares(game.system))
        self.ghosts = tuple(ghosts)
        self._sync_models(game)
        self.synced.emit()

    def _sync_table(self, table: Table, squared: bool) -> None:
        was, level = self.ground.bounds, self.ground.level
        changed = self.ground.sync(table, squared, self._theme)
        if self.ground.bounds != was:
            self.setSceneRect(self.ground.bounds)
            self._shade.sync(self._seen, self.ground.bounds, self._theme)
        if self.ground.level != level:
            self.storey_changed.emit(self.ground.level)
        if changed is None:
            self._ground_changes()
        else:
            self.ground_changed.emit(changed)

    def _sync_models(self, game: Game) -> None:
        seats = [side.id for side in game.sides]
        drawn = self.veil(game)
        wanted = {model.id: model for model in drawn.models if model.on_table}
        for gone in self._models.keys() - wanted.keys():
            self.removeItem(self._models.pop(gone))
            self._shown.pop(gone, None)
        for name, model in wanted.items():
            chosen = name in self._chosen
            shown = self._shown.get(name)
            if shown is not None and shown[0] is model and shown[1] == chosen:
                continue
            item = self._models.get(name) or self._added(name, self._models)
            dress = self._dress(model, seats)
            item.sync(model, dress if self._is_seen(model) or chosen else ghost_of(dress))
            self._shown[name] = (model, chosen)
        ghosts = {ghost.id: ghost for ghost in self.ghosts}
        for gone in self._ghost_items.keys() - ghosts.keys():
            self.removeItem(self._ghost_items.pop(gone))
        for name, ghost in ghosts.items():
            item = self._ghost_items.get(name) or self._added(name, self._ghost_items)
            likeness = drawn.model(name) if drawn is not game and drawn.has_model(name) else ghost
            ghost = replace(ghost, name=likeness.name, profile=likeness.profile)
            item.sync(ghost, ghost_of(self._dress(ghost, seats)))

    def _added(self, name: ModelId, kept: dict[str, ModelItem]) -> ModelItem:
        item = ModelItem()
        kept[name] = item
        self.addItem(item)
        return item

    def _dress(self, model: Model, seats: list[SideId]) -> Dress:
        return Dress(
            theme=self._theme,
            side=self._theme.side(seats.index(model.side) if model.side in seats else 0),
            looks=self.statuses,
            under=self.ground.is_under(model),
            chosen=model.id in self._chosen,
            named=self._named,
            nameless=self._nameless,
        )

    def show_storey(self, level: float) -> None:
        """See the table up to the floor at this height; what stands above it is faint, and out of the hand's reach."""
        if level != self.ground.level:
            self.ground.level = level
            self._again()
            self._ground_changes()
            self.storey_changed.emit(level)

    def _is_seen(self, model: Model) -> bool:
        return model.z <= self.ground.ceiling

    def show_selection(self, ids: Iterable[str]) -> None:
        """Ring these models."""
        self._chosen = frozenset(ids)
        if self._game is not None:
            self._sync_models(self._game)

    def show_names(self, named: bool, *, never: bool = False) -> None:
        """Write every name, at any zoom (Alt held); or *never* any, however near."""
        if (named, never) != (self._named, self._nameless):
            self._named, self._nameless = named, never
            self._again()

    def show_evidence(self, evidence: Evidence) -> None:
        """Paint what proves the answer now on screen; `NOTHING` takes it away."""
        self.show_overlay("evidence", evidence)

    def show_overlay(self, name: str, evidence: Evidence) -> None:
        """Paint a named layer of evidence (reach, drag…); `NOTHING` takes the layer away."""
        self.overlaid.emit(name, evidence)
        if not (evidence.lines or evidence.areas or evidence.marks or evidence.pieces):
            for item in self._overlays.pop(name, ())[:2]:
                self.removeItem(item)
            return
        if name not in self._overlays:
            areas, lines = AreaItem(), LineItem()
            self.addItem(areas)
            self.addItem(lines)
            self._overlays[name] = (areas, lines, NOTHING)
        areas, lines, _ = self._overlays[name]
        self._overlays[name] = (areas, lines, evidence)
        told = self._theme.ruler.evidence(veil.evidence(evidence))
        areas.sync(told, self._theme)
        lines.sync(told, self._outlines(evidence.pieces), self._bases, self._theme)

    @property
    def overlays(self) -> dict[str, Evidence]:
        """Every layer of evidence that is shown."""
        return {name: layer[2] for name, layer in self._overlays.items()}

    def show_shade(self, seen: Evidence | None) -> None:
        """Darken the board outside the areas of *seen*; None lifts the shade."""
        self._seen = seen
        self._shade.sync(seen, self.ground.bounds, self._theme)

    def show_band(self, band: QRectF | None) -> None:
        """A rubber band in inches, or none."""
        if band is None:
            self.show_overlay(BAND, NOTHING)
            return
        left, top, right, bottom = band.left(), band.top(), band.right(), band.bottom()
        ring = ((left, top), (right, top), (right, bottom), (left, bottom))
        self.show_overlay(BAND, Evidence(areas=(Area(((ring,),), "reach"),)))

    def set_theme(self, look: Theme) -> None:
        """Draw everything in another theme."""
        self._theme = look
        for name, (_, _, evidence) in list(self._overlays.items()):
            self.show_overlay(name, evidence)
        self._shade.sync(self._seen, self.ground.bounds, look)
        self._again()
        self._ground_changes()

    def set_statuses(self, looks: StatusLooks) -> None:
        """How the running rulebook's statuses look; unknown ones get their initials."""
        self.statuses = looks
        self._again()

    def set_scale(self, pixels_per_inch: float) -> None:
        """Told by the view before it zooms: parts sized in pixels change their extent."""
        for item in (*self._models.values(), *self._ghost_items.values()):
            item.rescale()
        for layer in self._overlays.values():
            layer[0].rescale()
            layer[1].rescale()
        self.pixels_per_inch = pixels_per_inch

    def _again(self) -> None:
        """Dress every model anew: something all of them share has changed."""
        self._shown.clear()
        if self._game is not None:
            self._sync_models(self._game)

    def _outlines(self, pieces: tuple[str, ...]) -> tuple[QPainterPath, ...]:
        found = []
        for name in pieces:
            edge = self.ground.outline(name)
            if edge is not None:
                found.append(edge)
            elif name in self._models:
                found.append(self._models[name].sceneTransform().map(self._models[name].outline()))
        return tuple(found)

    # What is where -----------------------------------------------------------------------

    def model_at(self, point: Point, slop: float = 0.0) -> ModelId | None:
        """The topmost model whose true base (plus *slop* inches) covers the point."""
        if self._game is None:
            return None
        there = (model for model in self._game.models if model.on_table and self._is_seen(model))
        hit = [model for model in there if covers(model, point[0], point[1], slop)]
        return max(hit, key=lambda model: model.z).id if hit else None

    def models_in(self, band: QRectF) -> tuple[ModelId, ...]:
        """Models whose middle is in the rectangle (inches), in the game's order."""
        models = self._game.models if self._game else ()
        there = (model for model in models if model.on_table and self._is_seen(model))
        return tuple(model.id for model in there if band.normalized().contains(_spot(model)))

    def terrain_at(self, point: Point) -> str | None:
        """The topmost terrain piece under the point."""
        return self.ground.piece_at(point)

    # Hands -------------------------------------------------------------------------------

    def mousePressEvent(self, event: QGraphicsSceneMouseEvent) -> None:
        self._hand("press", event)

    def mouseMoveEvent(self, event: QGraphicsSceneMouseEvent) -> None:
        self.haste.moved(event.buttons())
        self._hand("drag" if event.buttons() != Qt.MouseButton.NoButton else "hover", event)

    def mouseReleaseEvent(self, event: QGraphicsSceneMouseEvent) -> None:
        self.haste.rest()
        self._hand("release", event)

    def mouseDoubleClickEvent(self, event: QGraphicsSceneMouseEvent) -> None:
        self._hand("double", event)

    def _hand(self, verb: str, event: QGraphicsSceneMouseEvent) -> None:
        event.accept()
        if self.gesture_sink is None:
            return
        at = event.scenePos()
        touch = Touch(
            x=at.x(),
            y=at.y(),
            button=event.button(),
            buttons=event.buttons(),
            modifiers=event.modifiers(),
            model=self.model_at((at.x(), at.y())),
            pixel=1 / self.pixels_per_inch,
        )
        getattr(self.gesture_sink, verb)(touch)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.ignore()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        event.ignore()

    # The ground --------------------------------------------------------------------------

    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        """Board and terrain, for whoever renders the scene without a `TableView`."""
        if not self.bare:
            self.paint_ground(painter, QRectF(rect))

    def paint_ground(self, painter: QPainter, exposed: QRectF) -> None:
        """Everything that lies still, as far as it touches *exposed* (inches)."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for paint in self.ground_layers(exposed):
            paint(painter)

    def ground_layers(self, exposed: QRectF) -> Iterator[Layer]:
        """The same one after the other, for who has something else to do between two of them."""
        sides = tuple(side.id for side in self._game.sides) if self._game else ()
        return self.ground.layers(exposed, self._theme, sides)

    def _ground_changes(self) -> None:
        self.ground.forget_words()
        self.ground_changed.emit(QRectF())


def _spot(model: Model) -> QPointF:
    return QPointF(model.x, model.y)


def _box(model: Model) -> QRectF:
    """A square round the base, in inches."""
    reach = reach_of(model.profile.base)
    return QRectF(model.x - reach, model.y - reach, 2 * reach, 2 * reach)
