"""The composition root: the one place that wires the parts together."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from desktop.battles import Battles
from desktop.desk import Desk
from desktop.first_game import bare
from desktop.foyer import Options as Options
from desktop.furnishing import furnish
from desktop.grace import animate
from desktop.look import veil
from desktop.recovery import Trace, reopen
from desktop.scene import Motion, SideView, StatusLook, TableScene, TableView
from desktop.scene.marker_item import Lying
from desktop.session import Session
from desktop.start.thumbnails import Painter
from desktop.tools import TOOLS, Bench, sight
from desktop.traces import Place, left_behind
from desktop.window import Window
from engine import skirmish, systems
from engine.events import Event
from engine.game import Game
from engine.system import System

BUILT_IN = "ruined_street"
"""The skirmish that comes with the program."""

_LYING: dict[str, Lying] = {"face_up": "face_up", "face_down": "face_down"}


def built_in() -> Game:
    """The skirmish that comes with the program, as it begins."""
    return skirmish.skirmish(BUILT_IN)


def read_with_rules(load: Callable[[str], System]) -> Game:
    """The built-in skirmish, its rulebook read as well, so that nobody waits for it when it is laid."""
    game = built_in()
    load(game.system)
    return game


def window(
    options: Options,
    kept: Battles,
    game: Game | None = None,
    load: Callable[[str], System] = systems.load,
    seed: int | None = None,
) -> Window:
    """A window on the built-in skirmish (or *game*), with everything wired; not yet shown."""
    made = Window(options.theme)
    for _ in furnished(made, options, kept, game, load, seed):
        pass
    unlock(made)
    return made


def unlock(made: Window) -> None:
    """The start page can do all it offers."""
    made.start.unlock(Painter(made.start))


def furnished(
    made: Window,
    options: Options,
    kept: Battles,
    game: Game | None = None,
    load: Callable[[str], System] = systems.load,
    seed: int | None = None,
) -> Iterator[None]:
    """Put everything into the window, bit by bit, and wire it."""
    session = Session(game or built_in(), load, kept, seed)
    scene = TableScene(made.theme)
    view = TableView(scene)
    view.setAcceptDrops(False)  # files are dropped on the window, wherever the hand is
    bench = Bench(session, scene, TOOLS)
    bench.watch(view)
    desk = Desk(
        session=session,
        scene=scene,
        view=view,
        side_view=SideView(made.theme),
        motion=Motion(scene),
        bench=bench,
        tools=TOOLS,
        new_skirmish=lambda: session.new(built_in()),
        battles=kept,
        version=options.version,
    )
    _wire(desk)
    yield
    yield from furnish(made, desk)


def open_file(made: Window, options: Options) -> bool:
    """Open the file of the command line, if any; False when it was refused (the banner says why)."""
    if options.file is None:
        return True
    if options.cell_inches is None and made.desk.battles.asks_for_scale(options.file):
        made.scale.wall.show_inches(options.wall_height)
        made.files.open_path(options.file)
        return True
    return made.files.open_map(options.file, options.cell_inches or 1.0, options.wall_height)


def begin(
    options: Options,
    kept: Battles,
    game: Game | None = None,
    load: Callable[[str], System] = systems.load,
    died: tuple[Place, ...] | None = None,
) -> tuple[Window, Trace | None]:
    """The window shown: with the file asked for, with what a crash cut short, or with the start page.

    *game* is what lies on the table at first, the built-in skirmish if it is None; *died* are
    windows that were cut short, if that is known already.
    """
    short = left_behind(kept.folder) if died is None else died
    made = window(options, kept, game or bare(), load)
    made.show()
    made.desk.view.setFocus()
    return made, settle(made, options, short, game, load)


def settle(
    made: Window,
    options: Options,
    died: tuple[Place, ...],
    game: Game | None = None,
    load: Callable[[str], System] = systems.load,
) -> Trace | None:
    """The window is furnished: lay what is to be on the table, or offer it on the start page."""
    desk = made.desk
    trace = Trace(desk, desk.battles.folder) if desk.battles.folder is not None else None
    made.files.cut_short = died
    untouched = desk.session.journal
    if options.file is not None:
        open_file(made, options)
        if game is None and desk.session.journal is untouched:  # refused, or asked for its scale
            desk.session.new(built_in())
    elif not died or not reopen(trace, desk, made.banner, died[0]):
        made.show_start()
        if game is None:
            made.files.lay_later(made.start, lambda: read_with_rules(load))
    else:
        made.files.cut_short = died[1:]
    return trace


def dressed(system: System) -> dict[str, StatusLook]:
    """How a rulebook's statuses look on the table."""
    return {
        status.id: StatusLook(
            icon=status.id,
            lying=_LYING.get(status.lying, "none"),
            tone="harm" if status.lying else "warning",
            words=status.title,
            says=status.says,
            hidden=status.hidden,
        )
        for status in system.rules.statuses.values()
    }


def _wire(desk: Desk) -> None:
    """The session is the truth; scene and side view follow it."""
    session, scene, motion = desk.session, desk.scene, desk.motion
    dressed_for = [session.system.id]

    def follow(before: Game, after: Game, events: tuple[Event, ...]) -> None:
        if session.system.id != dressed_for[0]:
            dressed_for[0] = session.system.id
            scene.set_statuses(dressed(session.system))
        scene.sync(after)
        animate(motion, session.system, before, after, events, desk.bench.in_hand)

    scene.veil = session.onlooker.veil
    veil.draw(session.onlooker.told)
    scene.set_statuses(dressed(session.system))
    scene.sync(session.game)
    session.changed.connect(follow)
    session.selected.connect(scene.show_selection)
    session.looked.connect(lambda looks, sights: sight.aimed(desk.bench, looks, sights))
    desk.bench.sliced.connect(desk.side_view.show_slice)
