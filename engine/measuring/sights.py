"""Sight and cover in words: the verdict, the deciding line, what stands in the way, and by how much."""

from __future__ import annotations

from msgspec.structs import replace

from engine import systems
from engine.game import Game, Model
from engine.geometry.evidence import Evidence, Role
from engine.geometry.measure import gap, gap_to_point
from engine.geometry.sight import Sight, sight, sight_line
from engine.measuring.answer import (
    CLOSE_WORDS,
    End,
    Measured,
    all_called,
    at,
    by,
    end_name,
    end_told,
    end_values,
    finite,
    inches,
    is_close,
    millimetres,
    named,
    others_than,
    points,
    spare,
    speck,
)
from engine.measuring.squares import in_spaces, spaces_between


def see(game: Game, a: End, b: End) -> Sight:
    """Does *a* see *b*?  Between two models as the rulebook of the game judges it, if it has one."""
    if isinstance(a, Model) and isinstance(b, Model):
        if game.system in systems.names():
            return systems.load(game.system).sees(game, a, b)
        return sight(game.table, a, b, others_than(game, a, b))
    if not isinstance(a, Model) and not isinstance(b, Model):
        return sight_line(game.table, a, b, game.on_table())
    one, other = (end if isinstance(end, Model) else speck(end) for end in (a, b))
    return sight(game.table, one, other, others_than(game, one, other))


def tell_sight(game: Game, a: End, b: End, found: Sight, back: Sight | None = None, query: str = "") -> Measured:
    """One answer about sight; *back* is the one the other way round, where it was asked."""
    said = in_words(game, found)
    close = is_close(found.margin)
    values = {
        "viewer": end_values(a),
        "target": end_values(b),
        "sees": found.sees,
        "share": found.share,
        "share_error": found.share_error,
        "witness": found.witness,
        "best": found.best,
        "blockers": found.blockers,
        "hidden_by": found.hidden_by,
        "stop": found.stop,
        "distance": distance(a, b),
        "why": found.why,
        "back": None if back is None else {"verdict": back.verdict, "sees": back.sees, "margin": finite(back.margin)},
    }
    label = f"{away(game, a, b)} · {said}"
    return Measured(
        query=query or f"{end_name(a)} sees {end_name(b)}",
        verdict=found.verdict,
        said=said,
        rows=tuple(_rows(game, a, b, found, back)),
        values=values,
        margin=found.margin,
        close=close,
        label=label,
        evidence=painted(found, label),
        sight=found,
    )


def in_words(game: Game, found: Sight) -> str:
    """'clear by 11 mm · 86 % seen', 'blocked by Wall and 2 more · 13 mm to spare', 'grazing: too close to call'.

    Where no solid decides: 'outside the front arc · 38 mm to spare', or a rule's words.
    """
    if found.verdict == "grazing" and not found.why:
        counts = "which counts as seen" if found.sees else "which does not count as seen"
        return f"grazing: a line only touches, {counts}; {CLOSE_WORDS}"
    why = found.why.removesuffix(".")
    if found.sees and why:
        return f"seen: {why}"
    if found.sees:
        return f"{by('clear', found.margin)} · {_seen(found)}"
    names = list(dict.fromkeys(named(game, blocker) for blocker in found.blockers))
    more = f" and {len(names) - 1} more" if len(names) > 1 else ""
    said = why or (f"blocked by {names[0]}{more}" if names else "blocked")
    if finite(found.margin) is None:
        return said
    return by(said, found.margin) if is_close(found.margin) else f"{said} · {millimetres(found.margin)} to spare"


def _seen(found: Sight) -> str:
    """'86.2 ± 0.4 % seen'; the error only where there is one to speak of."""
    share, error = found.share * 100, found.share_error * 100
    return f"{share:.1f} ± {error:.1f} % seen" if error >= 0.05 else f"{share:.0f} % seen"


def painted(found: Sight, label: str) -> Evidence:
    """The evidence in its role, with the answer written on its first line."""
    evidence = found.evidence()
    role: Role = "close" if is_close(found.margin) else found.verdict
    lines = tuple(
        replace(line, role=role, label=label) if place == 0 else line for place, line in enumerate(evidence.lines)
    )
    return replace(evidence, lines=lines, marks=tuple(replace(mark, label="") for mark in evidence.marks))


def tell_cover(game: Game, a: End, b: End, found: Sight, query: str = "") -> Measured:
    """Which pieces and models hide part of the target."""
    seen = _seen(found)
    if not found.sees:
        verdict, said = "unseen", f"not seen at all: {in_words(game, found)}"
    elif found.hidden_by:
        verdict, said = "covered", f"hidden in part by {_names(game, found.hidden_by)} · {seen}"
    else:
        verdict, said = "open", f"in the open · {seen}"
    whole = tell_sight(game, a, b, found, query=query)
    return Measured(
        query=query,
        verdict=verdict,
        said=said,
        rows=whole.rows,
        values={"covered": found.covered, **whole.values},
        margin=found.margin,
        close=whole.close,
        label=said,
        evidence=whole.evidence,
        sight=found,
    )


def distance(a: End, b: End) -> float:
    """Inches between two ends, edge to edge."""
    if isinstance(a, Model):
        return gap(a, b).distance if isinstance(b, Model) else gap_to_point(a, b).distance
    return gap_to_point(b, a).distance if isinstance(b, Model) else gap_to_point(speck(a), b).distance


def away(game: Game, a: End, b: End) -> str:
    """How far it is, as the rulebook in play counts it."""
    return in_spaces(spaces_between(a, b)) if systems.on_squares(game.system) else f"{distance(a, b):.2f}″"


def _rows(game: Game, a: End, b: End, found: Sight, back: Sight | None) -> list[tuple[str, str]]:
    rows = [("from", end_told(a)), ("to", end_told(b)), ("distance", f"{inches(distance(a, b))} edge to edge")]
    rows += [("margin", spare(found.margin))]
    if found.sees:
        rows += [("seen", f"{found.share * 100:.1f} % of the silhouette, ± {found.share_error * 100:.1f}")]
        rows += [("cover", all_called(game, found.hidden_by) if found.hidden_by else "nothing hides any of it")]
    rows += [("witness" if found.witness else "best line", points(found.witness or found.best))]
    rows += [("because", found.why.removesuffix("."))] if found.why else []
    if found.edges and isinstance(a, Model):
        rows += [("front arc", f"facing {a.facing:g}°; its edges {'; '.join(points(edge) for edge in found.edges)}")]
    rows += [("blocked by", all_called(game, found.blockers))] if found.blockers else []
    rows += [("stops at", at(found.stop))] if found.stop else []
    if back is not None:
        same = back.sees == found.sees
        rows += [("other way", f"the same, {back.verdict}" if same else f"not the same: {in_words(game, back)}")]
    return rows


def _names(game: Game, ids: tuple[str, ...]) -> str:
    names: list[str] = list(dict.fromkeys(named(game, id) for id in ids))
    return ", ".join(names)


def sight_both_ways(game: Game, a: End, b: End, query: str = "") -> Measured:
    """Ask in both directions and tell the first, with what the other says."""
    return tell_sight(game, a, b, see(game, a, b), see(game, b, a), query)
