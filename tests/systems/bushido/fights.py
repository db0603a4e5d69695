"""Two or three models in contact, and how their exchanges are played: for the tests of fighting.

A stands at 10,10 and its enemy B touches it on the right; C, a friend of B, touches A on the left.
More profiles than the shared ones: what the weapons of the tables can do.
"""

from __future__ import annotations

from engine import notation
from engine.game import Game
from engine.systems.bushido import exchange
from tests.systems.bushido.positions import PROFILES, T, step

# fmt: off
_MAN = "MP=4 RP=3 Move=4 Ki=2 KiMax=6 Wounds=5"
FIGHTERS = f"""
profile glaive   "Glaive"   base=30 {_MAN} equipment=glaive
profile wrestler "Wrestler" base=30 {_MAN} equipment=grip
profile clubber  "Clubber"  base=30 {_MAN} equipment=iron_club
profile axeman   "Axeman"   base=30 {_MAN} equipment=great_axe
profile poisoner "Poisoner" base=30 {_MAN} equipment=venom_knife
profile bellman  "Bellman"  base=30 {_MAN} equipment=bell_staff
profile netter   "Netter"   base=30 {_MAN} equipment=cast_net,short_sword
profile quick    "Quick"    base=30 {_MAN} traits=lightning equipment=short_sword
profile slow     "Slow"     base=30 {_MAN} traits=slow equipment=short_sword
profile strong   "Strong"   base=30 {_MAN} traits=strong equipment=short_sword
profile weak     "Weak"     base=30 {_MAN} traits=weak equipment=short_sword
profile steady   "Steady"   base=30 {_MAN} traits=steadfast equipment=short_sword
profile both     "Both"     base=30 {_MAN} equipment=short_sword,glaive
profile three    "Three"    base=30 MP=3 RP=3 Move=4 Ki=2 KiMax=6 Wounds=5 equipment=short_sword
profile one      "One"      base=30 MP=1 RP=1 Move=4 Ki=2 KiMax=6 Wounds=5 equipment=short_sword
profile hard     "Hard"     base=30 {_MAN} Tough=5 traits=tough equipment=short_sword
profile caller   "Caller"   base=30 {_MAN} traits=call_the_name,lamp_in_the_eyes,strings_of_salt equipment=short_sword
profile cleaner  "Cleaner"  base=30 {_MAN} traits=wash_clean,wail,slip_into_the_crowd equipment=short_sword
profile guard    "Guard"    base=30 {_MAN} Bodyguard=4 traits=bodyguard equipment=short_sword
profile ward     "Ward"     base=30 {_MAN} traits=guarded equipment=short_sword
profile big      "Big"      base=40 {_MAN} equipment=short_sword
profile whale    "Whale"    base=30 MP=4 RP=3 Move=4 Ki=2 KiMax=6 Wounds=20 equipment=short_sword
profile pair     "Pair"     base=30 {_MAN} equipment=crank_bow,javelins,short_sword
profile potter   "Potter"   base=30 {_MAN} equipment=fire_pots,short_sword
"""
# fmt: on
LEFT, RIGHT = f"{10 - T},10", f"{10 + T},10"


def table(models: str, active: str = "red", phase: str = "main", **readings: str) -> Game:
    """Models as lines of notation with the profiles of fights at hand."""
    chosen = "\n".join(f"reading {name}={option}" for name, option in readings.items())
    head = f"game bushido round=2 phase={phase} active={active}"
    return notation.read("\n".join((head, chosen, PROFILES, FIGHTERS, models)))


def duel(first: str = "man", second: str = "man", a: str = "", b: str = "", more: str = "", **readings: str) -> Game:
    """A and B in contact, each of a profile, with two counters and whatever words follow on their lines."""
    counters = "activations:2"
    return table(
        f"model A {first} red 10,10 facing=90 {counters if 'activations' not in a else ''} {a}\n"
        f"model B {second} blue {RIGHT} facing=270 {counters if 'activations' not in b else ''} {b}\n{more}",
        **readings,
    )


def fought(game: Game, *given, **how) -> Game:
    """The game after a bare exchange that A fights with B as its own action."""
    return step(game, *exchange.steps("A", "B", **how), given=given).game


def fight_events(game: Game, *given, **how):
    return step(game, *exchange.steps("A", "B", **how), given=given).events
