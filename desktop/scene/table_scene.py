"""The table as Qt draws it: `sync(game)` reconciles, evidence is laid over it, hands go out.

The scene's coordinates are inches.  It knows no rule and keeps nothing but what the last
`sync` gave: items are matched by id, equal nouns are skipped, and what is gone is taken
away one by one (``scene.clear()`` would leave dead wrappers behind).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import replace
from PySide6.QtCore import QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPainterPath
from PySide6.QtWidgets import QGraphicsScene, QGraphicsSceneMouseEvent

from desktop.look import Theme, theme, veil
from desktop.scene.board_item import BoardItem
from desktop.scene.evidence_item import AreaItem, LineItem, ShadeItem
from desktop.scene.ground_words import GroundWords
from desktop.scene.haste import Haste
from desktop.scene.ink import covers, reach_of
from desktop.scene.marker_item import NO_LOOKS, StatusLooks
from desktop.scene.model_item import Dress, ModelItem, ghost_of
from desktop.scene.terrain_item import TerrainItem, lay_words
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
        self._board = BoardItem()
        self._pieces: dict[str, TerrainItem] = {}
        self._stacked: list[TerrainItem] = []
        self._roofs: list[TerrainItem] = []
        self._models: dict[str, ModelItem] = {}
        self._shown: dict[str, tuple[Model, bool]] = {}
        self._bases: tuple[QRectF, ...] = ()
        self._ghost_items: dict[str, ModelItem] = {}
        self._overlays: dict[str, tuple[AreaItem, LineItem, Evidence]] = {}
        self._written = GroundWords(self._board)
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
        return QRectF(self._board.bounds)

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
        was, order = self._board.bounds, [item.piece.id for item in self._stacked if item.piece is not None]
        whole = self._board.sync(table, squared) or self._board.bounds != was
        if whole:
            self.setSceneRect(self._board.bounds)
            self._shade.sync(self._seen, self._board.bounds, self._theme)
        changed = self._sync_pieces(table, squared)
        in_order = sorted(table.terrain, key=lambda piece: (piece.top, piece.bottom))
        self._stacked = [self._pieces[piece.id] for piece in in_order]
        lay_words(self._stacked)
        self._roofs = [self._pieces[piece.id] for piece in in_order if piece.bottom > 0.05]
        rewritten = self._written.renew(self._stacked, self._theme)
        if whole or rewritten is None or changed is None or _turned(order, [piece.id for piece in in_order]):
            self._ground_changes()
        else:
            self.ground_changed.emit(changed.united(rewritten))

    def _sync_pieces(self, table: Table, squared: bool) -> QRectF | None:
        """Every piece as it is now; the part of the ground (inches) that looks other for it, None for no part."""
        changed, wanted = QRectF(), {piece.id: piece for piece in table.terrain}
        for gone in self._pieces.keys() - wanted.keys():
            changed = changed.united(self._pieces.pop(gone).bounds)
        for name, piece in wanted.items():
            item = self._pieces.setdefault(name, TerrainItem())
            before = item.bounds
            if item.sync(piece, flat=squared):
                changed = changed.united(before).united(item.bounds)
        return None if changed.isEmpty() else changed

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
            item.sync(model, self._dress(model, seats))
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
            under=self._is_under(model),
            chosen=model.id in self._chosen,
            named=self._named,
            nameless=self._nameless,
        )

    def _is_under(self, model: Model) -> bool:
        """Is a floor above the middle of this model?"""
        for item in self._roofs:
            piece = item.piece
            if piece is None or piece.bottom <= model.z + 0.1:
                continue
            if item.bounds.contains(model.x, model.y) and item.path.contains(_spot(model)):
                return True
        return False

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
        self._shade.sync(seen, self._board.bounds, self._theme)

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
        self._shade.sync(self._seen, self._board.bounds, look)
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
            if name in self._pieces:
                found.append(self._pieces[name].path)
            elif name in self._models:
                found.append(self._models[name].sceneTransform().map(self._models[name].outline()))
        return tuple(found)

    # What is where -----------------------------------------------------------------------

    def model_at(self, point: Point, slop: float = 0.0) -> ModelId | None:
        """The topmost model whose true base (plus *slop* inches) covers the point."""
        if self._game is None:
            return None
        hit = [m for m in self._game.models if m.on_table and covers(m, point[0], point[1], slop)]
        return max(hit, key=lambda model: model.z).id if hit else None

    def models_in(self, band: QRectF) -> tuple[ModelId, ...]:
        """Models whose middle is in the rectangle (inches), in the game's order."""
        models = self._game.models if self._game else ()
        return tuple(m.id for m in models if m.on_table and band.normalized().contains(_spot(m)))

    def terrain_at(self, point: Point) -> str | None:
        """The topmost terrain piece under the point."""
        for item in reversed(self._stacked):
            if item.piece is not None and item.path.contains(_point(point)):
                return item.piece.id
        return None

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
        self.paint_ground(painter, QRectF(rect))

    def paint_ground(self, painter: QPainter, exposed: QRectF) -> None:
        """Everything that lies still, as far as it touches *exposed* (inches)."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(exposed, QColor(self._theme.around))
        sides = tuple(side.id for side in self._game.sides) if self._game else ()
        self._board.paint(painter, self._theme, sides)
        for item in self._stacked:
            if item.bounds.intersects(exposed):
                item.paint_shadow(painter, self._theme)
                item.paint(painter, self._theme)
        self._written.paint(painter, exposed, self._stacked, self._theme)

    def _ground_changes(self) -> None:
        self._written.forget()
        self.ground_changed.emit(QRectF())


def _turned(before: Sequence[str], after: Sequence[str]) -> bool:
    """Do pieces that are in both lie over each other the other way round now?"""
    stay, now = set(after), set(before)
    return [name for name in before if name in stay] != [name for name in after if name in now]


def _point(point: Point) -> QPointF:
    return QPointF(*point)


def _spot(model: Model) -> QPointF:
    return QPointF(model.x, model.y)


def _box(model: Model) -> QRectF:
    """A square round the base, in inches."""
    reach = reach_of(model.profile.base)
    return QRectF(model.x - reach, model.y - reach, 2 * reach, 2 * reach)
