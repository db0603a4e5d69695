"""What a measurement says: one record for the window, the command line and `--json`, and its words.

Every number is written here, so that a player reads the same words wherever he asks.  An
answer that would turn if something moved by less than `TOO_CLOSE` is *too close to call*:
it keeps its verdict, says by how little, and looks different from yes and no.
"""

from __future__ import annotations

import math
import shlex
from dataclasses import dataclass, field
from typing import Any

from engine.game import MM_PER_INCH, Base, Game, Model, ModelId, Point, Point3, Profile, SideId
from engine.geometry.evidence import NOTHING, Evidence
from engine.geometry.measure import CONTACT, TOO_CLOSE
from engine.geometry.sight import Sight
from engine.lines import number

CLOSE_WORDS = "too close to call"
TOLERANCES = (
    f"less than {TOO_CLOSE * MM_PER_INCH:g} mm to spare is too close to call; "
    f"bases nearer than {CONTACT:g}″ ({CONTACT * MM_PER_INCH:.3f} mm) touch"
)
"""Both tolerances, in words."""

NOTHING_TO_SPARE = 1e-6
"""Inches under which a margin is none."""

End = Model | Point3
"""Where a measurement begins or ends: a model, or a place."""


@dataclass(frozen=True, kw_only=True)
class Measured:
    """One answer.

    *verdict* is one word or two for programs, *said* the sentence for people, *label* what
    fits on a line on the table.  *rows* are labels with words, *values* the same as plain
    values and all that is needed to reckon it again.  *margin* (inches, None where there
    is nothing to turn): how far things may move before the verdict turns.
    """

    query: str
    verdict: str
    said: str
    rows: tuple[tuple[str, str], ...] = ()
    values: dict[str, Any] = field(default_factory=dict)
    margin: float | None = None
    close: bool = False
    label: str = ""
    evidence: Evidence = NOTHING
    sight: Sight | None = None

    def text(self, about: str = "") -> str:
        """The whole answer to copy: the sentence, then a line for each row."""
        head = about or self.query
        return "\n".join([f"{head}: {self.said}", *(f"  {label}: {words}" for label, words in self.told())])

    def told(self) -> tuple[tuple[str, str], ...]:
        """The rows, and with a margin what the tolerances are."""
        return self.rows if self.margin is None else (*self.rows, ("tolerance", TOLERANCES))

    def plain(self) -> dict[str, Any]:
        """For `--json`: plain values only."""
        spare = None if self.margin is None else finite(self.margin)
        return {
            "query": self.query,
            "verdict": self.verdict,
            "said": self.said,
            **self.values,
            "close": self.close,
            "margin": spare,
            "margin_mm": None if spare is None else round(spare * MM_PER_INCH, 6),
            "tolerance": {
                "too_close": TOO_CLOSE,
                "too_close_mm": round(TOO_CLOSE * MM_PER_INCH, 9),
                "contact": CONTACT,
            },
        }


def finite(margin: float) -> float | None:
    """A margin to be told; None where no small move turns the answer."""
    return margin if math.isfinite(margin) else None


def is_close(margin: float | None) -> bool:
    """Would less than the tolerance turn the answer?"""
    return margin is not None and margin < TOO_CLOSE


def by(verdict: str, margin: float) -> str:
    """'clear by 7.8 mm', or 'clear, but only by 0.2 mm: too close to call'."""
    if margin < NOTHING_TO_SPARE:
        return f"{verdict}, with nothing to spare: {CLOSE_WORDS}"
    if is_close(margin):
        return f"{verdict}, but only by {millimetres(margin)}: {CLOSE_WORDS}"
    return f"{verdict} by {millimetres(margin)}" if math.isfinite(margin) else verdict


def spare(margin: float) -> str:
    """A margin as a row says it."""
    if finite(margin) is None:
        return "none: no small move turns it"
    return f"{millimetres(margin)} ({inches(margin, 4)}): things may move by less and the answer stands"


def millimetres(number: float) -> str:
    """Inches as millimetres, with the digits that matter: 0.02 mm, 0.2 mm, 12 mm."""
    long = number * MM_PER_INCH
    if long >= 9.95:
        return f"{long:.0f} mm"
    return f"{long:.1f} mm" if long >= 0.0995 else f"{long:.2f} mm"


def inches(number: float, digits: int = 3) -> str:
    """5.016″, without needless noughts."""
    text = f"{number:.{digits}f}".rstrip("0").rstrip(".") if digits else f"{number:.0f}"
    return f"{'0' if text in ('-0', '') else text}″"


def at(place: tuple[float, ...]) -> str:
    """A place as numbers: 3.25,4,1.2."""
    return ",".join(inches(number, 4)[:-1] for number in place)


def spot(place: tuple[float, ...]) -> str:
    """A place as it is called in a sentence: (3.25,4,1.2), to a hundredth of an inch."""
    return f"({','.join(inches(number, 2)[:-1] for number in place)})"


def points(line: tuple[tuple[float, ...], ...]) -> str:
    """A line as its places."""
    return " → ".join(map(at, line))


def named(game: Game, id: str) -> str:
    """What a player calls a model or a piece of terrain."""
    if game.has_model(id):
        return game.model(id).name
    return next((piece.name or id for piece in game.table.terrain if piece.id == id), id)


def called(game: Game, id: str) -> str:
    """An id with its name, where that says more."""
    name = named(game, id)
    return id if name == id else f"{name} ({id})"


def all_called(game: Game, ids: tuple[str, ...]) -> str:
    return ", ".join(called(game, id) for id in ids)


def upon(game: Game, piece: str) -> str:
    """What carries something: a piece, or the table."""
    return called(game, piece) if piece else "the table"


def asked(verb: str, *words: End | Point | float) -> str:
    """The question in the words of `sightline measure`, exact to the last digit, so that it can be asked again."""
    return " ".join([verb, *map(_word, words)])


def _word(word: End | Point | float) -> str:
    if isinstance(word, Model):
        return shlex.quote(word.id)
    return number(word) if isinstance(word, int | float) else ",".join(map(number, word))


def end_name(end: End) -> str:
    """A model's name, or the numbers of a place."""
    return end.name if isinstance(end, Model) else spot(end)


def end_told(end: End) -> str:
    """Where an end is and how big: enough to measure it again."""
    if not isinstance(end, Model):
        return f"the point {at(end)}"
    base = end.profile.base
    size = f"{base.width:g} mm" if base.shape == "round" else f"{base.width:g} × {base.depth:g} mm"
    turned = "" if base.shape == "round" else f" facing {end.facing:g}°"
    body = f"{base.shape} base {size}{turned}, {inches(end.profile.height)} high"
    return f"{end.name} ({end.id}) at {at((end.x, end.y))}, standing {inches(end.z)} up, {body}"


def end_values(end: End) -> dict[str, Any]:
    """The same for programs."""
    if not isinstance(end, Model):
        return {"at": end}
    base = end.profile.base
    return {
        "id": end.id,
        "name": end.name,
        "at": (end.x, end.y, end.z),
        "facing": end.facing,
        "height": end.profile.height,
        "base": {"shape": base.shape, "width_mm": base.width, "depth_mm": base.depth},
    }


def speck(place: Point3) -> Model:
    """A body of no size, where geometry asks for one."""
    nobody = Profile(id="", name="", base=Base("round", 0.0, 0.0), height=0.0)
    x, y, z = place
    return Model(id=ModelId(""), name=spot(place), side=SideId(""), profile=nobody, x=x, y=y, z=z, place="table")


def others_than(game: Game, *ends: End) -> tuple[Model, ...]:
    """Everybody on the table but these."""
    apart = {end.id for end in ends if isinstance(end, Model)}
    return tuple(model for model in game.on_table() if model.id not in apart)
