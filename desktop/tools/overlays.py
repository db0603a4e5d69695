"""What stays on the table and follows the models: a kept zone with who is in it, and the shade of who sees me.

Both follow whatever the scene shows, so also a model in the hand.  What takes longer than
`BUDGET_MS` waits until the hand rests; until then the overlay says "…".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import TypeVar

from msgspec.structs import replace
from PySide6.QtCore import QObject, QTimer, Signal

from desktop.reckoner import Reckoner
from desktop.scene.table_scene import TableScene
from desktop.session import Session
from engine.game import Game, Model, ModelId
from engine.geometry.evidence import NOTHING, Evidence, Mark
from engine.geometry.measure import nearest
from engine.geometry.visible import region_area
from engine.measuring.answer import is_close
from engine.measuring.ranges import NEARBY, tell_zone
from engine.system import Allowance

BUDGET_MS = 8.0
"""Milliseconds a drag step may spend on an overlay; what takes longer waits."""
REST_MS = 60
"""How long a hand must rest for what is costly to be reckoned."""
WAITING = "…"
SHADE, ZONE = "shade", "zone"
"""Layers of the overlays."""


Asked = tuple[Game, ModelId | None, ModelId | None]
"""What the worker reckons: in this game, whose walk, and who sees whom."""
T = TypeVar("T")


@dataclass(frozen=True)
class Kept:
    """Whose zone is kept: how many inches round the base (0: no ring), and whether its walk too."""

    model: ModelId
    radius: float


class Overlays(QObject):
    """Signals: *said(line)* for the status line; *held*: a zone is kept from now on."""

    said = Signal(str)
    held = Signal()

    def __init__(
        self, session: Session, scene: TableScene, show: Callable[[Evidence, str], None], parent: QObject
    ) -> None:
        super().__init__(parent)
        self.session, self.scene, self._show = session, scene, show
        self.kept: Kept | None = None
        self.radius = 0.0
        """Inches of the ring that was last chosen."""
        self.shaded = False
        self._cost = {SHADE: 0.0, ZONE: 0.0}
        self._walk: tuple[Game, ModelId, Allowance] | None = None
        self._seers: tuple[Game, ModelId, Evidence] | None = None
        self._asked: Asked | None = None
        self._worker, self._rest = Reckoner(self), QTimer(self)
        self._worker.found.connect(self._heard)
        self._worker.broke.connect(self._broke)
        self._rest.setSingleShot(True)
        self._rest.timeout.connect(self._rested)
        scene.synced.connect(self.follow)
        session.selected.connect(self.follow)

    def keep(self, model: ModelId, radius: float) -> None:
        """Show this model's zone until it is cleared, wherever the model goes."""
        self.kept = Kept(model, radius)
        self.follow()
        self.held.emit()

    def clear(self) -> bool:
        """Take the kept zone away; False when there was none."""
        had, self.kept = self.kept is not None, None
        self._show(NOTHING, ZONE)
        return had

    def set_shade(self, on: bool) -> None:
        """Shade what the selected model does not see, or lift the shade."""
        self.shaded = on
        if on and self._shaded_model() is None:
            self.said.emit("Select a model: what it does not see at its eye height will be shaded.")
        self.follow()

    def close(self) -> None:
        """Nothing is reckoned any more."""
        self._rest.stop()
        self._worker.close()

    def follow(self, *_: object) -> None:
        """The table, a model on it or the selection has changed."""
        self._rest.stop()
        if self._asked is not None and not _same(self._asked[0], self.scene.game):
            self._asked = None
            self._worker.forget()  # or it would slow the hand with what nobody wants to know any more
        self._draw(rested=False)
        if self.kept is not None or self.shaded:
            self._rest.start(REST_MS)

    def _draw(self, *, rested: bool) -> None:
        """Both overlays; one that breaks must not take the hand's gesture with it."""
        try:
            self._follow_zone(rested=rested)
            self._follow_shade(rested=rested)
        except Exception as broken:
            self.kept, self.shaded = None, False
            for layer in (ZONE, SHADE):
                self._show(NOTHING, layer)
            self.scene.show_shade(None)
            self.session.faulted.emit(f"An overlay could not be drawn and was put away: {broken}.")

    # The zone --------------------------------------------------------------------------------

    def _follow_zone(self, *, rested: bool) -> None:
        game, kept = self.scene.game, self.kept
        if game is None or kept is None:
            return
        if not _stands(game, kept.model):
            self.clear()
            return
        model = game.model(kept.model)
        if not rested and self._cost[ZONE] > BUDGET_MS:
            self._show(_waiting(model), ZONE)
            self._cost[ZONE] *= 0.9  # one slow step must not slow all that follow
            return
        began = perf_counter()
        self._show(self.zone_evidence(game, model, kept.radius), ZONE)
        self._cost[ZONE] = (perf_counter() - began) * 1e3

    def zone_evidence(self, game: Game, model: Model, radius: float) -> Evidence:
        """The ring with who is in it, and the walk from there as far as it is known.

        While a model is in the hand the gesture has much to say: the ring then names nobody
        but those who are too close to call, and outlines who is in it.  Where the shade has
        words at the model, the sums of the walk are left to its card.
        """
        walk = _known(self._walk, game, model.id)
        lifted = game is not self.session.game
        spoken_for = self.shaded and self.session.selection[:1] == (model.id,)
        evidence = _waiting(model) if walk is None else walk_evidence(model, walk, summed=not (lifted or spoken_for))
        if not radius:
            return evidence
        told = tell_zone(_round_about(game, model, radius), model, radius)
        if not lifted:
            return evidence + told.evidence
        lines = tuple(line for line in told.evidence.lines if line.role == "close")
        return evidence + replace(told.evidence, lines=lines, pieces=tuple(told.values["within"]))

    # The shade -------------------------------------------------------------------------------

    def _shaded_model(self) -> Model | None:
        game = self.scene.game
        chosen = self.session.selection[:1]
        return game.model(chosen[0]) if game is not None and chosen and _stands(game, chosen[0]) else None

    def _follow_shade(self, *, rested: bool) -> None:
        game, model = self.scene.game, self._shaded_model() if self.shaded else None
        if game is None or model is None:
            self.scene.show_shade(None)
            self._show(NOTHING, SHADE)
            return
        if rested or self._cost[SHADE] <= BUDGET_MS:
            began = perf_counter()
            area = region_area(game.table, model)
            self.scene.show_shade(Evidence(areas=(area,)) if area.polygons else None)
            self._cost[SHADE] = (perf_counter() - began) * 1e3
        else:
            self._cost[SHADE] *= 0.9
        seers = _known(self._seers, game, model.id)
        if seers is None:
            self._show(_waiting(model), SHADE)
        elif game is self.session.game:
            self._show(seers, SHADE)
        else:  # in the hand: the words go where they are in nobody's way
            self._show(replace(seers, marks=()), SHADE)
            self.said.emit(f"{model.name} there: {seers.marks[0].label}")

    # After the hand has come to rest ---------------------------------------------------------

    def _rested(self) -> None:
        """Everything at its best: what was put off at once, what is dear off the window's thread."""
        game, kept = self.scene.game, self.kept
        if game is None:
            return
        shaded = self._shaded_model() if self.shaded else None
        self._draw(rested=True)
        system = self.session.system
        walker = kept.model if kept is not None and _known(self._walk, game, kept.model) is None else None
        seen = shaded if shaded is not None and _known(self._seers, game, shaded.id) is None else None
        asked = (game, walker, None if seen is None else seen.id)
        if (walker is None and seen is None) or (self._asked is not None and asked[1:] == self._asked[1:]):
            return

        def work(stop: Callable[[], bool]) -> object:
            walk = system.allowance(game, game.model(walker)) if walker is not None else None
            if seen is None:
                return walk, None
            found = []
            for enemy in game.enemies(seen):
                if stop():
                    break
                found.append((enemy, system.sees(game, enemy, seen)))
            return walk, seen_evidence(seen, [(e, s.sees, s.margin) for e, s in found])

        self._asked = asked
        self._worker.ask(asked, work)

    def _heard(self, key: Asked, answer: tuple[Allowance | None, Evidence | None]) -> None:
        self._asked = None
        game, walker, seen = key
        walk, seers = answer
        if walker is not None and walk is not None:
            self._walk = (game, walker, walk)
        if seen is not None and seers is not None:
            self._seers = (game, seen, seers)
        self._draw(rested=True)

    def _broke(self, sentence: str) -> None:
        self._asked = None
        self.session.faulted.emit(sentence)


def walk_evidence(model: Model, allowance: Allowance, *, summed: bool = True) -> Evidence:
    """The allowance's area, and (unless not *summed*) its sums in words at the model."""
    area = replace(allowance.evidence, pieces=())
    if not summed:
        return area
    sums = [tally.text() for tally in allowance.tallies] or [f"{allowance.distance:g}″"]
    said = allowance.ruling_text or " · ".join(sums)
    return area + Evidence(marks=(Mark((model.x, model.y, model.z), "reach", said),))


def seen_evidence(model: Model, found: list[tuple[Model, bool, float]]) -> Evidence:
    """Who sees the model, in words at it and outlined; who does only by a hair is said so."""
    seers = [enemy for enemy, sees, _ in found if sees]
    doubtful = [enemy.name for enemy, _, margin in found if is_close(margin)]
    words = f"seen by {_some([enemy.name for enemy in seers])}" if seers else "no enemy sees it"
    words += f" · too close to call: {_some(doubtful)}" if doubtful else ""
    mark = Mark((model.x, model.y, model.z), "close" if doubtful else "clear" if seers else "blocked", words)
    return Evidence(marks=(mark,), pieces=tuple(enemy.id for enemy in seers))


def _some(names: list[str], most: int = 4) -> str:
    """The first few names, and how many more there are: in a crowd all are outlined anyway."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def _known(kept: tuple[Game, ModelId, T] | None, game: Game, model: ModelId) -> T | None:
    """What was reckoned last, if it was for this game and model; a game lifted anew to the same place is the same."""
    if kept is None or kept[1] != model:
        return None
    return kept[2] if _same(kept[0], game) else None


def _same(one: Game, other: Game | None) -> bool:
    return one is other or (other is not None and one.table is other.table and one == other)


def _round_about(game: Game, model: Model, radius: float) -> Game:
    """The game without those who are too far off to be listed: their distances cost as much as all others."""
    near = {found.between[1] for found in nearest(model, game.on_table(), radius + NEARBY)} | {model.id}
    return replace(game, models=tuple(other for other in game.models if other.id in near))


def _waiting(model: Model) -> Evidence:
    return Evidence(marks=(Mark((model.x, model.y, model.z), "ruler", WAITING),))


def _stands(game: Game, name: str) -> bool:
    return game.has_model(name) and game.model(name).on_table
