"""Chapter: Obscured target test — one die before a shot at a target that is not in the clear.

Too low, and the shot is lost; on a final 1 the initiative as well (OPC-DEF-OBSCURED,
`obscured_one`).  Sharp eyes may roll it again, once (OPC-DEF-SHARP-EYED).
"""

from __future__ import annotations

from engine.ask import Option, Steps, choose, happens, roll
from engine.dice import D6, Faces
from engine.events import Noted
from engine.game import Game, Model
from engine.readings import chosen
from engine.systems.open_combat import initiative
from engine.systems.open_combat.skills import SHARP_EYED
from engine.systems.open_combat.tables import TABLES, assumed

PASSES_ON = int(TABLES["obscured"]["passes_on"])
WHY = ("OPC-DEF-OBSCURED",)
SHARP = ("OPC-DEF-SHARP-EYED",)
PASSED, FAILED, ONE = "passed", "failed", "failed with a 1"


def test_read(faces: Faces) -> str:
    """The reading of the die: passed, failed, or failed with a 1."""
    return PASSED if faces[0] >= PASSES_ON else ONE if faces[0] == 1 else FAILED


def sharp_eyed(model: Model) -> bool:
    """May this model roll the test again?"""
    return SHARP_EYED in model.profile.traits


def note(shooter: Model, target: Model) -> str:
    """What is risked, in a sentence for the plan."""
    again = f"; {shooter.name} is sharp-eyed and may roll it again" if sharp_eyed(shooter) else ""
    return f"{target.name} is obscured: {PASSES_ON}+ before the shot{assumed('obscured')}, or it is lost{again}."


def obscured_test(game: Game, shooter: Model, target: Model, *why: str) -> Steps[tuple[Game, bool]]:
    """Roll the test; gives the game after it, and whether the shot may be made."""
    cited = (*WHY, *why)
    what, need = f"obscured target test of {shooter.name}, {PASSES_ON}+", f"{PASSES_ON}+"
    rolled = yield from roll(D6, test_read, what, side=shooter.side, model=shooter.id, need=need, why=cited)
    if rolled != PASSED and sharp_eyed(shooter):
        answers = (Option("reroll", "Roll again"), Option("keep", f"Keep it: {rolled}"))
        asked = f"Sharp-eyed {shooter.name} may roll the obscured target test again"
        more = (*SHARP, *(("OPC-VOLLEY-11",) if why else ()))
        if (yield from choose(shooter.side, answers, asked, model=shooter.id, why=more)) == "reroll":
            rolled = yield from roll(D6, test_read, what, side=shooter.side, model=shooter.id, need=need, why=cited)
    if rolled == PASSED:
        return game, True
    text = f"{shooter.name} loses {target.name} from sight: the shot is lost"
    game = yield from happens(Noted(text=text, model=shooter.id, other=target.id, why=cited))
    if rolled == ONE and chosen(game, "obscured_one") == "loses":
        game = yield from initiative.lose(game, shooter.id, *WHY)
    return game, False
