"""Every sentence the window itself says: numbers, reasons and clauses in words and rich text.

What happened is told by `engine.story`, because the command line tells the same story;
here it only gains links.  A link ``clause:ID`` opens the restated clause.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from html import escape
from typing import Any

from desktop.look import rulers
from engine import seeds
from engine.ask import Choose, Roll
from engine.game import Game, Marker, Model, ModelId
from engine.play import Referee
from engine.questions import Objection, Tally, tidy
from engine.system import System

REFEREES: dict[Referee, tuple[str, str]] = {
    "strict": ("Strict", "The program refuses what the rules forbid."),
    "advise": ("Advise", "The program does it all the same and writes the objections in the log."),
    "off": ("Off", "The program does not ask the rules."),
}


NO_BREAK = "\u2011"
"""A hyphen at which no line ends."""


def plain(text: str) -> str:
    """Words as rich text that looks the same: whatever a name is made of, it is no markup.

    Lengths in it are told by the ruler in force, as in every sentence here but the rulebook's own.
    """
    return escape(rulers.tell(text))


def named(text: str, game: Game) -> str:
    """A sentence as rich text, every model's name in bold."""
    names = sorted({model.name for model in game.models if model.name}, key=len, reverse=True)
    said = plain(text)
    if not names:
        return said
    found = "|".join(re.escape(escape(name)) for name in names)
    return re.sub(rf"(?<!\w)({found})(?!\w)", r"<b>\1</b>", said)


ONE_LINE = 34
"""Signs that fit on a line of the narrowest card."""


def unbroken(rich: str) -> str:
    """The same rich text, kept on one line: its spaces (not those inside tags) do not break.

    What no card is wide enough for may break after all.
    """
    if len(re.sub(r"<[^>]*>", "", rich)) > ONE_LINE:
        return rich
    return re.sub(r" (?![^<]*>)", "\u00a0", rich)


def links(why: tuple[str, ...], colour: str, *, struck: bool = False, named: bool = True) -> str:
    """Clause ids as links, none of them broken at its hyphens; not *named*, each is only a §."""
    said = ((clause, clause.replace("-", NO_BREAK) if named else "§") for clause in why)
    return ("" if not named else " ").join(
        f'<a href="clause:{clause}" style="color:{colour}; text-decoration:none">{f"<s>{id}</s>" if struck else id}</a>'
        for clause, id in said
    )


def objection(found: Objection, colour: str) -> str:
    """One reason for no, with its clauses."""
    return f"{plain(found.text)} {links(found.why, colour)}".strip()


def reason(found: Objection, colour: str, sign: str = "↳") -> str:
    """One reason as a paragraph that hangs under its sign."""
    return f'<p style="margin:0 0 2px 14px; text-indent:-14px">{sign} {objection(found, colour)}</p>'


def tally(sum_: Tally, colour: str) -> str:
    """A number with its sum; the result in bold, each term with the clause behind it.

    The book's own inches stay, or the sum would not add up; another ruler's length is said after the result.
    """
    base = f"{tidy(sum_.base)}{sum_.suffix}"
    head = f"{escape(sum_.title)} "
    if not sum_.modifiers:
        label = f" {escape(sum_.base_label)}" if sum_.base_label else ""
        return f"{head}<b>{base}</b>{_also(sum_)}{label} {links(sum_.why, colour)}".strip()
    terms = " ".join(f"{escape(term.text())} {links(term.why, colour)}".strip() for term in sum_.modifiers)
    label = f" {escape(sum_.base_label)}" if sum_.base_label else ""
    cited = {clause for term in sum_.modifiers for clause in term.why}
    rest = tuple(clause for clause in sum_.why if clause not in cited)
    result = f"<b>{tidy(sum_.value)}{sum_.suffix}</b>{_also(sum_)}"
    return f"{head}{base}{label} {terms} = {result} {links(rest, colour)}".strip()


def folded(sum_: Tally, colour: str, ink: str) -> str:
    """A number with its sum in few words; each part links to its clause, but none is named.

    *colour* is that of the result, *ink* that of the terms.
    """
    if not sum_.modifiers:
        return figure(sum_, colour)

    def linked(text: str, why: tuple[str, ...], shade: str) -> str:
        return f'<a href="clause:{why[0]}" style="color:{shade}; text-decoration:none">{text}</a>' if why else text

    parts = [f"{escape(sum_.title)} {tidy(sum_.base)}{escape(sum_.suffix)}", escape(sum_.base_label)]
    parts += [unbroken(linked(escape(term.text()), term.why, ink)) for term in sum_.modifiers]
    whole = sum_.why or tuple(clause for term in sum_.modifiers for clause in term.why)
    result = linked(f"<b>{tidy(sum_.value)}{escape(sum_.suffix)}</b>", whole, colour)
    return f"{' '.join(filter(None, parts))} = {result}{_also(sum_)}"


def _also(number: Tally) -> str:
    """A length in the book's inches, by the ruler in force: " (10.16 cm)"; "" where that is inches, or it is none."""
    if number.suffix != rulers.SIGN or rulers.in_force() is rulers.INCHES:
        return ""
    return f" ({rulers.say(number.value)})"


def folded_all(tallies: Sequence[Tally], colour: str, ink: str) -> str:
    """Numbers with their sums in one paragraph; "" for none."""
    return " · ".join(folded(sum_, colour, ink) for sum_ in tallies)


def figure(number: Tally, colour: str) -> str:
    """A number to which nothing is added, in as few words as it takes; it links to the clause behind it."""
    value = f"<b>{tidy(number.value)}{escape(number.suffix)}</b>"
    if number.why:
        value = f'<a href="clause:{number.why[0]}" style="color:{colour}; text-decoration:none">{value}</a>'
    return unbroken(f"{escape(number.title)} {value}{_also(number)} {escape(number.base_label)}".strip())


def clause(id: str) -> str:
    """A clause as rich text: id, our sentence, what we read into it, and who carries it out."""
    try:
        found = seeds.clause(id)
    except KeyError:
        return f"<b>{escape(id)}</b><br>No clause of this name is in the seeds."
    parts = [f"<b>{escape(found.id)}</b>", escape(found.says)]
    if found.reading:
        parts.append(f"<i>Reading:</i> {escape(found.reading)}")
    if found.assumed:
        parts.append("<i>Assumed:</i> no source settles this.")
    if not found.automated:
        parts.append(f"<i>By hand.</i> {escape(found.note)}")
    return "<br>".join(parts)


def percent(chance: Fraction) -> str:
    """A chance as a player reads it: 67 %, and never 0 % or 100 % for what is not certain."""
    if chance in (0, 1):
        return f"{int(chance) * 100} %"
    share = float(chance) * 100
    if share < 1:
        return "< 1 %"
    if share > 99:
        return "> 99 %"
    return f"{share:.0f} %"


def fraction(chance: Fraction) -> str:
    """The exact chance where it can be read at a glance, else to six figures with a sign that it is longer."""
    if chance.denominator <= 100_000:
        return f"{chance.numerator}/{chance.denominator}" if chance.denominator > 1 else str(chance.numerator)
    return f"≈ {float(chance):.6f}"


def exact(chance: Fraction) -> str:
    """The chance as a fraction however long, for whoever hears or copies it."""
    return str(chance)


def standing(system: System, game: Game, model: Model, *, wounds: bool = True) -> str:
    """What a player should know of a model at a glance: conditions, height, and unless shown beside it, wounds."""
    if model.place == "removed":
        return model.removed_as or "removed"
    if model.place == "reserve":
        return "in reserve"
    on_it = Counter(_laid(system, game, marker) for marker in model.markers if _shown(system, marker.status))
    parts = [f"{said} ×{times}" if times > 1 else said for said, times in on_it.items()]
    if wounds and system.wounds is not None:
        left, most = system.wounds(game, model)
        if left < most:
            parts.append(f"{left} of {most} {system.life.many}")
    if model.z > 0.05:
        parts.append(f"{rulers.say(model.z)} up")
    return " · ".join(parts) or "ready"


def condition(system: System, status: str, value: int = 0) -> str:
    """A status as the book calls it, with its value."""
    known = system.rules.statuses.get(status)
    title = known.title if known else status.replace("_", " ")
    return f"{title} {value}" if value else title


def conditions(system: System, model: Model, colour: str = "") -> str:
    """What each condition of a model means, a paragraph each; with a *colour* also its clauses as links."""
    known = (system.rules.statuses.get(status) for status in dict.fromkeys(marker.status for marker in model.markers))
    return "".join(
        f'<p style="margin:0 0 2px 0"><b>{escape(found.title)}</b>: {escape(found.says)}'
        f"{' ' + links(found.why, colour) if colour else ''}</p>"
        for found in known
        if found is not None and found.says and not found.hidden
    )


def turn_line(system: System, game: Game, coming: tuple[str, ...] = (), *, whose: bool = False) -> str:
    """'Turn 3 · Blue to act · Skirmish': what matters most, also what is *coming*, stands where it is not cut off.

    Only up to *whose* turn it is where that is asked for.
    """
    who = next((side.name for side in game.sides if side.id == game.active), "")
    now = game.outcome or (f"{who} to act" if who else "")
    return " · ".join(filter(None, (f"Turn {game.round}", now, *(() if whose else (*coming, system.title)))))


def phase_line(system: System, game: Game) -> str:
    """'Turn 3 · Movement · Blue to act': what a room wants to know, which knows the game."""
    who = next((side.name for side in game.sides if side.id == game.active), "")
    phase = next((phase.title for phase in system.phases if phase.id == game.phase), "")
    now = game.outcome or " · ".join(filter(None, (phase, f"{who} to act" if who else "")))
    return " · ".join(filter(None, (f"Turn {game.round}", now)))


def whose(game: Game, question: Roll[Any] | Choose) -> str:
    """'Blue rolls', 'Red decides'."""
    name = next((side.name for side in game.sides if side.id == question.side), "")
    if isinstance(question, Roll):
        return f"{name} rolls" if name else "A roll"
    return f"{name} decides" if name else "A decision"


def _laid(system: System, game: Game, marker: Marker) -> str:
    """A marker in words, with the model it comes from: 'Held (Rust)'."""
    said = condition(system, marker.status, marker.value)
    return f"{said} ({game.model(ModelId(marker.source)).name})" if game.has_model(ModelId(marker.source)) else said


def _shown(system: System, status: str) -> bool:
    known = system.rules.statuses.get(status)
    return known is None or not known.hidden
