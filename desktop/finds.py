"""What the command palette finds besides commands: the selected model's actions, every model, readings, files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtGui import QAction

from desktop import lately
from desktop.desk import Desk
from desktop.files import Files
from desktop.look import rulers, words
from desktop.palette import Find, shown, titled
from desktop.start import teaching
from engine import seeds
from engine.system import Offer


class Finds:
    """Gathers what can be found now; *turn_to* shows a model, *show_reading* a reading, *teach* begins a lesson."""

    def __init__(
        self,
        desk: Desk,
        files: Files,
        actions: Callable[[], Sequence[QAction]],
        turn_to: Callable[[str], object],
        show_reading: Callable[[str], object],
        teach: Callable[[str], object],
    ) -> None:
        self._desk = desk
        self._files = files
        self._actions = actions
        self._turn_to = turn_to
        self._show_reading = show_reading
        self._teach = teach

    def __call__(self) -> list[Find]:
        """Actions of the selected model first, then commands, models, readings and files."""
        return [*self.actions(), *self.commands(), *self.models(), *self.readings(), *self.lessons(), *self.recent()]

    def actions(self) -> list[Find]:
        """What the selected model can do, the refused with their first reason."""
        session = self._desk.session
        chosen = [session.game.model(name) for name in session.selection[:1] if session.game.has_model(name)]
        if session.pending is not None or not chosen or not chosen[0].on_table:
            return []
        if chosen[0].id in session.onlooker.unknown:
            return []
        offers = sorted(session.study(chosen[0].id).offers or (), key=lambda offer: not offer.legal)
        return [self._offer(offer, chosen[0].name, place) for place, offer in enumerate(offers, start=1)]

    def _offer(self, offer: Offer, who: str, place: int) -> Find:
        do = partial(self._desk.session.do, offer.command)
        if offer.legal:
            return Find(rulers.tell(offer.title), who, do, keys=str(place) if place < 10 else "")
        says = rulers.tell(offer.plan.objections[0].text)
        return Find(rulers.tell(offer.title), f"{who} · refused", do, says=says, refused=True)

    def commands(self) -> list[Find]:
        """Every command that may be chosen now."""
        return [
            Find(titled(action), "", action.trigger, shown(action), action.statusTip())
            for action in self._actions()
            if action.isEnabled()
        ]

    def models(self) -> list[Find]:
        """Every model by its name: choosing it selects it and brings it into sight."""
        session, seen = self._desk.session, self._desk.session.onlooker.seen
        sides = {side.id: side.name for side in seen.sides}
        return [
            Find(
                model.name,
                f"model · {sides.get(model.side, '')}".rstrip(" ·"),
                partial(self._turn_to, model.id),
                says=f"{model.profile.name}, {words.standing(session.system, seen, model)}",
            )
            for model in seen.models
        ]

    def readings(self) -> list[Find]:
        """Every unclear rule of the book in play, with how it is read."""
        game = self._desk.session.game
        if game.system not in seeds.systems():
            return []
        return [
            Find(
                reading.title,
                "reading",
                partial(self._show_reading, reading.id),
                says=reading.option(game.reading(reading.id, reading.default)).says,
            )
            for reading in seeds.readings(game.system)
        ]

    def lessons(self) -> list[Find]:
        """Every lesson by doing."""
        return [
            Find(lesson.title, "lesson", partial(self._teach, lesson.id), says=lesson.says)
            for lesson in teaching.lessons()
        ]

    def recent(self) -> list[Find]:
        """Files lately used that are still there."""
        paths = [Path(name) for name in lately.files()]
        return [
            Find(path.name, "recent file", partial(self._files.open_path, path), says=str(path.parent))
            for path in paths
            if path.exists()
        ]
