"""A tool is one generator a gesture; the `Bench` feeds it what the hand does.

A gesture is written as a story: press, ``yield``, drag, ``yield``, release.  Its memory is
its local variables and it ends with at most one ``session.do``.  When it ends, is let go
of, or breaks, the bench takes its paint away, puts the table back as it truly is, and
arms the tool anew: no fault can leave a dead tool behind.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from time import monotonic

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QWheelEvent

from desktop.look import rulers
from desktop.reckoner import Reckoner, Stop
from desktop.scene.table_scene import TableScene
from desktop.scene.table_view import TableView
from desktop.scene.touch import Touch
from desktop.session import OPEN_QUESTION, Look, Session
from desktop.tools.cutting import cut_heights
from desktop.tools.hand import DIGITS, ENTER, NOWHERE, TABS, Gesture, Hand, Verb, called, shortened
from desktop.tools.overlays import Overlays
from engine.commands import Act
from engine.game import Model, ModelId
from engine.geometry.evidence import NOTHING, Evidence, Mark
from engine.geometry.sight import Sight
from engine.measuring.answer import Measured
from engine.play import Refused
from engine.system import Offer

FLASH_MS = 4000
"""How long a reason stays on the table where it arose."""
STILL_MS = 60
"""How long a hand must rest for what is costly to be reckoned."""
LAYERS = ("tool", "reach", "kept", "flash", "offer")


@dataclass(frozen=True)
class Tool:
    """A name, a key, a gesture, and the line the status bar shows.

    *keys* may begin the gesture, *held* belong to it while it is under way.  A tool that works
    *at_once* begins as soon as it is taken up, where the hand is.
    """

    id: str
    title: str
    key: str
    icon: str
    gesture: Callable[[Bench], Gesture]
    hint: str
    keys: frozenset[int] = frozenset()
    held: frozenset[int] = frozenset()
    at_once: bool = False


class Bench(QObject):
    """Holds the current tool and feeds it; the scene's gesture sink, and a filter on the view's events.

    Signals: *taken(tool id)*; *hinted(line)*; *measured(text)*: what copying would copy;
    *sliced(slice | None)*: a cut through the table for the side view; *weighed(Offer | None)*:
    what the hand is about to do and whose odds are of interest; *foretold(Result | None)*: what
    would become of it; *ranged(words by model)*: how far what is in the hand is from each.
    """

    taken = Signal(str)
    hinted = Signal(str)
    measured = Signal(str)
    sliced = Signal(object)
    weighed = Signal(object)
    foretold = Signal(object)
    ranged = Signal(object)

    def __init__(
        self, session: Session, scene: TableScene, tools: Sequence[Tool], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.session = session
        self.scene = scene
        self._tools = {tool.id: tool for tool in tools}
        self._tool = tools[0]
        self._touch, self._moved = NOWHERE, 0.0
        self._gesture: Gesture | None = None
        self._busy = self._feeding = False
        self.considered: Offer | None = None
        self.in_hand: frozenset[ModelId] = frozenset()
        """Whom the hand has just carried there itself; sliding him there again would look silly."""
        self.stops: Callable[[], bool] = lambda: False
        """What Esc lets go of before anything else: work that is under way."""
        self.told: Measured | None = None
        """What was last measured, and can be put on a dispute sheet."""
        self._painted: dict[str, Evidence] = {}
        self._view: TableView | None = None
        self._swallow = Qt.MouseButton.NoButton
        self._flash = QTimer(self)
        self._flash.setSingleShot(True)
        self._flash.timeout.connect(lambda: self.show(NOTHING, "flash"))
        self._still = QTimer(self)
        self._still.setSingleShot(True)
        self._still.timeout.connect(lambda: self._think())
        self._think: Callable[[], None] = lambda: None
        self._worker = Reckoner(self)
        self._worker.found.connect(self._answered)
        self._worker.broke.connect(session.faulted)
        self.overlays = Overlays(session, scene, self.show, self)
        self.overlays.said.connect(self.hinted)
        scene.gesture_sink = self
        session.refused.connect(self.show_refusal)
        session.changed.connect(self._table_changed)
        session.looked.connect(self._heard)

    # Which tool ----------------------------------------------------------------------------

    @property
    def tool(self) -> Tool:
        """The tool in hand."""
        return self._tool

    @property
    def busy(self) -> bool:
        """Is a gesture under way?"""
        return self._busy

    @property
    def moving(self) -> bool:
        """Is the hand at it just now: a button held, or moved a moment ago?  A tool may wait for its second click."""
        return self._busy and (bool(self._touch.buttons) or monotonic() - self._moved < STILL_MS / 1e3)

    def learn(self, tools: Sequence[Tool]) -> None:
        """Know more tools, which a mode of its own brings along."""
        self._tools |= {tool.id: tool for tool in tools}

    def take(self, name: str) -> None:
        """Put another tool in the hand; what the old one had begun is let go."""
        if name == self._tool.id:
            return
        self.let_go()
        self.clear()
        self._tool = self._tools[name]
        self.taken.emit(name)
        self.hinted.emit(self._tool.hint)
        if self._tool.at_once:
            self.feed(Hand("hover", self._touch))

    @property
    def painted(self) -> Mapping[str, Evidence]:
        """What the tools show now, by layer."""
        return self._painted

    # What tools may do -----------------------------------------------------------------------

    def show(self, evidence: Evidence, layer: str = "tool") -> None:
        """Paint evidence in one of the bench's layers; `NOTHING` takes it away."""
        evidence = called(self.session.game, evidence)
        if evidence != NOTHING:
            self._painted[layer] = evidence
        elif self._painted.pop(layer, None) is None:
            return
        self.scene.show_overlay(layer, evidence)

    def tell(self, told: Measured, about: str) -> None:
        """This was measured: it can be copied, and settled on a sheet."""
        self.told = told
        self.measured.emit(rulers.tell(told.text(about), rulers.known(told.values)))

    def lift(self, model: Model) -> None:
        """Show the model elsewhere than it stands, with a ghost where it stands."""
        game = self.session.game
        self.scene.sync(game.with_model(model), ghosts=(game.model(model.id),))

    def put_back(self) -> None:
        """Show the table as it truly is."""
        self.scene.sync(self.session.game)

    def flash(self, evidence: Evidence) -> None:
        """Paint evidence for a few seconds."""
        self.show(evidence, "flash")
        self._flash.start(FLASH_MS)

    def when_still(self, think: Callable[[], None]) -> None:
        """Do something costly once the hand rests; only the newest wish counts, and none after the gesture."""
        self._think = think
        self._still.start(STILL_MS)

    def ask(self, work: Callable[[Stop], object], heard: Callable[[object], None]) -> None:
        """Reckon what takes longer than a frame off the window's thread; the newest wish wins.

        *heard* gets the answer, unless the paint was cleared or the table changed meanwhile.
        """
        self._worker.ask(heard, work)

    def _answered(self, heard: Callable[[object], None], answer: object) -> None:
        heard(answer)

    def close(self) -> None:
        """Nothing is asked any more."""
        self.let_go()
        self._worker.close()
        self.overlays.close()

    def may_act(self) -> bool:
        """False while a question is open; says so where the hand is."""
        if self.session.pending is None:
            return True
        self.flash(Evidence(marks=(Mark((*self._touch.at, 0.0), "warning", shortened(OPEN_QUESTION)),)))
        return False

    def show_refusal(self, refused: Refused) -> None:
        """Every painted reason, and the first one in words, beside the model it is about."""
        if not refused.objections:
            return
        first = refused.objections[0]
        name = first.model or (self.session.selection[0] if self.session.selection else "")
        known = self.session.game.has_model(name) and self.session.game.model(name).on_table
        x, y = (self.session.game.model(name).x, self.session.game.model(name).y) if known else self._touch.at
        more = f"  (+{len(refused.objections) - 1})" if len(refused.objections) > 1 else ""
        evidence = sum((objection.evidence for objection in refused.objections), NOTHING)
        self.flash(evidence + Evidence(marks=(Mark((x, y, 0.0), "blocked", shortened(first.text) + more),)))

    def consider(self, offer: Offer | None) -> None:
        """Paint what an offer of the action list would come to, while it is looked at, and cut the table along it."""
        self.considered = offer
        self.show(NOTHING if offer is None else offer.plan.evidence, "offer")
        command = None if offer is None else offer.command
        if isinstance(command, Act) and command.targets:
            self.session.look(((self.session.game, command.model, ModelId(command.targets[0])),))
        elif "kept" not in self._painted:
            self.sliced.emit(
                None if offer is None else cut_heights(self.session.game, offer.plan.evidence, offer.title)
            )

    # Feeding -----------------------------------------------------------------------------------

    def feed(self, hand: Hand) -> None:
        """Hand one more thing to the gesture under way, or begin one.

        What comes while a gesture is still thinking (Qt repeats the last mouse move when a
        banner resizes the view) is dropped.
        """
        if self._feeding:
            return
        if self._gesture is None:
            self._gesture = self._tool.gesture(self)
            next(self._gesture)
        self._busy = self._feeding = True
        try:
            self._gesture.send(hand)
        except StopIteration:
            self._rest(quiet=hand.verb in ("hover", "told"))
        except Exception as broken:  # a broken gesture must not take the tool with it
            self._rest()
            self.clear()
            self.put_back()
            self.session.faulted.emit(f"The {self._tool.title} tool stumbled and was set up again: {broken!r}.")
        finally:
            self._feeding = False

    def _heard(self, looks: tuple[Look, ...], sights: tuple[Sight, ...]) -> None:
        """An answer about sight has come: it goes to the gesture that still waits for it."""
        if self._busy:
            self.feed(Hand("told", self._touch, told=tuple(zip(looks, sights))))

    def let_go(self) -> bool:
        """Drop the gesture under way; False when there was none."""
        if self._gesture is None or not self._busy:
            return False
        self._worker.forget()
        self._gesture.close()
        self._rest()
        self.put_back()
        return True

    def clear(self) -> bool:
        """Take all paint of the tools away; False when there was none."""
        painted = "kept" in self._painted or "flash" in self._painted
        self._worker.forget()
        for layer in LAYERS:
            self.show(NOTHING, layer)
        self.told = None
        self.measured.emit("")
        self.sliced.emit(None)
        return painted

    def escape(self) -> bool:
        """Let go of one thing: work, gesture, measurement, zone, question, selection, in this order."""
        if self.stops() or self.let_go():
            return True
        if self.clear() or self.overlays.clear():
            return True
        if self.session.pending is not None:
            self.session.cancel()
            return True
        chosen = bool(self.session.selection)
        self.session.select(())
        return chosen

    def _rest(self, *, quiet: bool = False) -> None:
        """Nothing in hand; unless *quiet*, or a measurement stands, the status line says what the tool can do."""
        self._gesture, self._busy = None, False
        self._still.stop()
        self.show(NOTHING)
        self.show(NOTHING, "reach")
        if not quiet and "kept" not in self._painted:
            self.hinted.emit(self._tool.hint)

    def _table_changed(self, *_: object) -> None:
        """The table is another one (undo, dice, a file): what was begun on the old one is void."""
        if self._busy and not self._feeding:
            self.let_go()
        for layer in ("kept", "flash"):
            self.show(NOTHING, layer)
        self.sliced.emit(None)

    # The scene's gesture sink ------------------------------------------------------------------

    def press(self, touch: Touch) -> None:
        self._felt("press", touch)

    def drag(self, touch: Touch) -> None:
        self._felt("drag", touch)

    def release(self, touch: Touch) -> None:
        self._felt("release", touch)

    def double(self, touch: Touch) -> None:
        self._felt("double", touch)

    def hover(self, touch: Touch) -> None:
        self._felt("hover", touch)

    def _felt(self, verb: Verb, touch: Touch) -> None:
        self._touch, self._moved = touch, monotonic()
        if verb == "press":
            self.show(NOTHING, "flash")
        self.feed(Hand(verb, touch))

    # Keys, wheel and the right button, before the view takes them --------------------------------

    def watch(self, view: TableView) -> None:
        """See the view's keys, wheel and buttons first."""
        self._view = view
        view.installEventFilter(self)
        view.destroyed.connect(self.let_go)
        view.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._wants(event):
            event.accept()
            return True
        if kind == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and watched is self._view:
            return self.key(event)
        if kind == QEvent.Type.Wheel and isinstance(event, QWheelEvent):
            return self._wheel(event)
        if kind in (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease) and isinstance(event, QMouseEvent):
            return self._right_button(event)
        return False

    def _wants(self, event: QKeyEvent) -> bool:
        if event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.MetaModifier):
            return False
        if self.session.pending is not None and event.key() in (*DIGITS, *ENTER, *TABS):
            return False  # they answer the question
        return event.key() in (self._tool.held if self._busy else self._tool.keys)

    def key(self, event: QKeyEvent) -> bool:
        """Feed a key to the tool if it is one it wants; False leaves it to the window."""
        if event.key() == Qt.Key.Key_Escape:
            return self.escape()
        if not self._wants(event):
            return False
        touch = replace(self._touch, modifiers=event.modifiers())
        self.feed(Hand("key", touch, key=event.key()))
        return True

    def _wheel(self, event: QWheelEvent) -> bool:
        if not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            return False
        delta = event.angleDelta()
        notches = (delta.y() or delta.x()) / 120
        if notches:
            self.feed(Hand("wheel", replace(self._touch, modifiers=event.modifiers()), notches=notches))
        return True

    def _right_button(self, event: QMouseEvent) -> bool:
        """A right click lets go of what is held; the release that belongs to it is swallowed too."""
        if event.button() != Qt.MouseButton.RightButton:
            return False
        if event.type() == QEvent.Type.MouseButtonRelease:
            swallowed, self._swallow = self._swallow, Qt.MouseButton.NoButton
            return swallowed == Qt.MouseButton.RightButton
        if self._busy:
            self._swallow = Qt.MouseButton.RightButton
            self.let_go()
            return True
        return False
