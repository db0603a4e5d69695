"""Chapter: Attacks — how many dice an attack rolls, and what the die picked does.

One die, two where ATK exceeds DEF, three where it is at least twice DEF, never more
(OPC-DEF-DICE).  The attacker picks one of them (OPC-DEF-CHOICE); which face does what is
the chart in `tables.toml`, assumed, for no public source prints it (OPC-DEF-RESULT).
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from msgspec import Struct

from engine.ask import Option
from engine.dice import D6, Dice, Faces, chances
from engine.game import Game
from engine.questions import Tally, tidy
from engine.readings import chosen
from engine.systems.open_combat.tables import TABLES
from engine.systems.open_combat.weapons import HEAVY, WEAPONS_WHY, Weapon

CHART = TABLES["attack"]
DICE_WHY = ("OPC-DEF-DICE",)
RESULT_WHY = ("OPC-DEF-CHOICE", "OPC-DEF-RESULT")
SEVERAL_WHY = ("OPC-DEF-ADDITIONAL-HITS",)


class Result(Struct, frozen=True, kw_only=True, cache_hash=True):
    """What one face does when it is picked; *force_back* "may" leaves it to the attacker."""

    face: int
    says: str
    fortitude: int
    force_back: str
    additional: bool
    loses_initiative: bool


class Picked(Struct, frozen=True, kw_only=True, cache_hash=True):
    """A die picked out of a throw: its result, and the Fortitude it costs with everything added.

    *more* of that is for dice not picked, *heavy* for the weapon.
    """

    result: Result
    more: int = 0
    heavy: int = 0

    @property
    def loss(self) -> int:
        """Fortitude lost in all."""
        return self.result.fortitude + self.more + self.heavy

    @property
    def why(self) -> tuple[str, ...]:
        """The clauses that made the loss."""
        return (*RESULT_WHY, *(SEVERAL_WHY if self.more else ()), *(WEAPONS_WHY if self.heavy else ()))

    @property
    def outcome(self) -> tuple[int, int, bool]:
        """How good it is for the attacker: harm, then force back, then the initiative kept."""
        freedom = ("no", "yes", "may").index(self.result.force_back)
        return self.loss, freedom, not self.result.loses_initiative

    def label(self) -> str:
        """The die and what it does, in words for a button."""
        if not self.loss or self.loss == self.result.fortitude:
            return f"{self.result.face}: {self.result.says}"
        forced = ", and forced back if the attacker wishes" if self.result.force_back == "may" else ""
        reasons = [f"{self.more} for other dice"] if self.more else []
        reasons += [f"{self.heavy} for the weapon"] if self.heavy else []
        return f"{self.result.face}: {self.loss} Fortitude lost ({', '.join(reasons)}){forced}"


RESULTS: tuple[Result, ...] = tuple(
    Result(
        face=raw["face"],
        says=raw["says"],
        fortitude=raw["fortitude"],
        force_back=raw["force_back"],
        additional=raw["additional"],
        loses_initiative=raw["initiative"] == "lose",
    )
    for raw in CHART["result"]
)
"""One row a face, as the table has them."""


def result_of(face: int) -> Result:
    """What a face does; KeyError if the chart has no row for it."""
    for row in RESULTS:
        if row.face == face:
            return row
    raise KeyError(f"tables.toml has no attack result for a {face}")


def number_of_dice(game: Game, attack: float, defence: float) -> Tally:
    """How many dice ATK rolls against DEF, with the comparison in words (OPC-DEF-DICE)."""
    one, two, three = CHART["dice"]
    twice = attack > 2 * defence if chosen(game, "exactly_double") == "two" else attack >= 2 * defence
    count = three if twice and attack > defence else two if attack > defence else one
    relation = "at least twice" if count == three else "above" if count == two else "not above"
    label = f"as ATK {tidy(attack)} is {relation} DEF {tidy(defence)}"
    return Tally(title="Attack dice", base=min(count, int(CHART["most_dice"])), base_label=label, why=DICE_WHY)


def thrown(faces: Faces) -> Faces:
    """The reading of attack dice: highest first, for order means nothing."""
    return tuple(sorted(faces, reverse=True))


@lru_cache(maxsize=8)
def attack_dice(count: int) -> Dice:
    """So many D6."""
    return Dice(count, D6.sides)


def prospects(game: Game, count: int, weapon: Weapon, *, several: bool) -> tuple[Fraction, Fraction]:
    """With the best die picked: the chances that the roll costs Fortitude, and that it loses the initiative."""
    wounds, loses = Fraction(0), Fraction(0)
    for faces, chance, _ in chances(attack_dice(count), thrown):
        best = picks(game, faces, weapon, several=several)[0]
        wounds += chance if best.loss else 0
        loses += chance if costs_initiative(game, best, faces) else 0
    return wounds, loses


def costs_initiative(game: Game, picked: Picked, faces: Faces) -> bool:
    """Does this pick lose the initiative, or by the reading `attack_ones` any 1 beside it?"""
    return picked.result.loses_initiative or (1 in faces and chosen(game, "attack_ones") == "any")


def picks(game: Game, faces: Faces, weapon: Weapon, *, several: bool) -> tuple[Picked, ...]:
    """The dice worth picking, best for the attacker first; of dice that do the same only the highest.

    *several*: do dice not picked add hits (hand to hand and volleys do, single shots do not)?
    """
    counts = several and chosen(game, "additional_dice") == "others"
    found: dict[tuple[int, int, bool], Picked] = {}
    for face in sorted(dict.fromkeys(faces), reverse=True):
        picked = _picked(face, faces, weapon, counts=counts)
        found.setdefault(picked.outcome, picked)
    return tuple(sorted(found.values(), key=lambda one: one.outcome, reverse=True))


def _picked(face: int, faces: Faces, weapon: Weapon, *, counts: bool) -> Picked:
    result = result_of(face)
    wounding = sum(other in CHART["additional_on"] for other in faces) - 1
    more = max(0, wounding) if counts and result.additional else 0
    heavy = 1 if face == D6.sides and result.fortitude and weapon.has_rule(HEAVY) else 0
    return Picked(result=result, more=more, heavy=heavy)


def options(found: tuple[Picked, ...]) -> tuple[Option, ...]:
    """The dice worth picking as buttons; the option's id is the face."""
    return tuple(Option(str(one.result.face), one.label()) for one in found)
