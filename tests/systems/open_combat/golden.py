"""The golden playthrough: two turns on the keep, with every kind of action of the book.

`python -m tests.systems.open_combat.golden` writes `tests/playthroughs/sundered_keep.battle` anew; do that only
when a changed outcome is meant, and read the difference.
"""

from __future__ import annotations

from pathlib import Path

from engine import store, systems
from engine.ask import Answer, Picked, Thrown
from engine.commands import Act, Command, Move, NextPhase
from engine.game import ModelId, Point
from engine.journal import Entry, Journal
from engine.play import Done, perform
from engine.skirmish import skirmish

FILE = Path(__file__).resolve().parents[2] / "playthroughs" / "sundered_keep.battle"
SYSTEM = systems.load("open_combat")
Given = int | str | tuple[int, ...]


def act(model: str, action: str, *targets: str) -> Act:
    return Act(model=ModelId(model), action=action, targets=targets)


def go(model: str, *path: Point, how: str = "") -> Move:
    """A path from wherever the model stands; the first point is put in when it is played."""
    return Move(model=ModelId(model), path=path, how=how)


# fmt: off
SCRIPT: tuple[tuple[str, Command, tuple[Given, ...]], ...] = (
    ("Hale walks to the rift,", go("hale", (14.507874, 13.2)), ()),
    ("and leaps it: 2 and 4 are 6.", go("hale", (18.492126, 13.2)), (2,)),
    ("Una calls a volley at Odda.", act("una", "volley", "odda", "wren"), ((5, 3), "5")),
    ("Bracken and Knap bring Jory down, over the edge.", act("bracken", "with_me", "jory", "knap"),
     ((6, 2, 1), "6", "force_back", 4)),
    ("The Slag Company.", NextPhase(), ()),
    ("Jory gets up,", act("jory", "stand_up"), ()),
    ("and walks to the field wall.", go("jory", (5.6, 13.4)), ()),
    ("Skeat jumps off the smithy,", go("skeat", (21.0, 4.6), how="jump"), (3,)),
    ("and shoots at Hale.", act("skeat", "shoot", "hale"), (2,)),
    ("Lamb walks along the roof,", go("lamb", (24.507874, 6.2)), ()),
    ("and leaps to the next.", go("lamb", (27.492126, 6.2)), (3,)),
    ("Tamsin follows Odda,", act("odda", "follow_me", "tamsin"), ()),
    ("who goes first,", go("odda", (20.4, 11.9)), ()),
    ("at Hale,", go("odda", (19.4733, 12.7424)), ()),
    ("and Tamsin after him.", go("tamsin", (20.45, 11.3)), ()),
    ("One more.", go("tamsin", (18.35, 11.2), (18.3939, 12.082)), ()),
    ("The Wardens again.", NextPhase(), ()),
    ("Hale strikes Odda.", act("hale", "attack", "odda"), (4,)),
    ("Wren hides,", act("wren", "hide"), ()),
    ("and thinks better of it: up, as far as one climb goes.", go("wren", (9.0, 10.0)), (4,)),
    ("Bracken steps to the edge,", go("bracken", (4.992126, 9.2)), ()),
    ("and climbs down to the terrace.", go("bracken", (4.0, 9.2), how="climb"), (5,)),
    ("Una takes aim at Odda, who is half behind Tamsin.", act("una", "shoot", "odda"), (2, "reroll", 1)),
    ("So it is Tamsin's turn.", act("tamsin", "attack", "hale"), ((6, 6), "stay")),
    ("Jory goes up to the field wall,", go("jory", (5.6, 13.407874)), ()),
    ("and hides.", act("jory", "hide"), ()),
    ("The Wardens.", NextPhase(), ()),
    ("Wren climbs on, and slips at the top.", go("wren", (9.0, 10.0)), (1, (5, 6))),
    ("She gets up.", act("wren", "stand_up"), ()),
    ("Una shoots at Jory: from where she stands he is in the open.", act("una", "shoot", "jory"), (5,)),
    ("Bracken walks along the terrace.", go("bracken", (4.0, 8.0)), ()),
    ("Hale strikes Tamsin with his last strength.", act("hale", "attack", "tamsin"), ((1, 5), "5")),
)
# fmt: on


def answers(given: tuple[Given, ...]) -> tuple[Answer, ...]:
    """Numbers are dice of one throw, words are options."""
    return tuple(Picked(g) if isinstance(g, str) else Thrown(g if isinstance(g, tuple) else (g,)) for g in given)


def played() -> Journal:
    """The script from the skirmish's first instant.  AssertionError names the line that comes out otherwise."""
    journal = Journal(first=skirmish("sundered_keep"), seed=1)
    for say, command, given in SCRIPT:
        if isinstance(command, Move):
            model = journal.game.model(command.model)
            command = Move(model=model.id, path=((model.x, model.y), *command.path), how=command.how)
        result = perform(SYSTEM, journal.game, command, answers(given))
        assert isinstance(result, Done), f"{say} {result}"
        assert result.used == len(given), f"{say} Only {result.used} answers were asked for."
        journal = journal.add(Entry(command=command, answers=answers(given), events=result.events))
    return journal


def write() -> None:
    """Put the playthrough on file."""
    FILE.parent.mkdir(exist_ok=True)
    FILE.unlink(missing_ok=True)
    journal = played()
    kept = store.BattleFile.create(FILE, Journal(first=journal.first, seed=journal.seed))
    for entry in journal.entries:
        kept.record(entry)
    kept.close()


if __name__ == "__main__":
    write()
