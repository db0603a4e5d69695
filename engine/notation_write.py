"""Writing a position down: the other half of `engine.notation`."""

from __future__ import annotations

from engine.game import Game, Model, Numbers, Point, Profile, Terrain
from engine.lines import number, quote, quoted


def write(game: Game) -> str:
    """The position as text; `read` gives the equal game (without the picture under the table)."""
    head = ["game", quote(game.system), f"round={game.round}", f"phase={quote(game.phase)}"]
    head += [f"active={quote(game.active)}", *_key("outcome", game.outcome), *_counters(game.counters)]
    lines = [head]
    lines += [["reading", f"{quote(name)}={quote(choice)}"] for name, choice in game.readings]
    lines += [["side", quote(side.id), quoted(side.name), *_counters(side.counters)] for side in game.sides]
    lines += [_profile_words(profile) for profile in _profiles(game)]
    table = game.table
    size = f"{number(table.width)}x{number(table.height)}"
    lines.append(["table", size, f"ground={quote(table.ground)}", quoted(table.name)])
    if table.cloth is not None:
        lines.append(["# The picture under the table is not written here."])
    lines += [["zone", quote(zone.name), quote(zone.side), *map(_place, zone.outline)] for zone in table.zones]
    lines += [_terrain_words(piece) for piece in table.terrain]
    lines += [_model_words(model) for model in game.models]
    return "\n".join(" ".join(words) for words in lines) + "\n"


def _profiles(game: Game) -> tuple[Profile, ...]:
    found: dict[str, Profile] = {}
    for model in game.models:
        if found.setdefault(model.profile.id, model.profile) != model.profile:
            raise ValueError(
                f"Two profiles of this game have the id {model.profile.id!r}; text cannot tell them apart."
            )
    return tuple(found.values())


def _profile_words(profile: Profile) -> list[str]:
    base = profile.base
    size = number(base.width) + ("" if base.width == base.depth else f"x{number(base.depth)}")
    words = ["profile", quote(profile.id), quoted(profile.name), f"base={size}"]
    words += [base.shape] if base.shape != "round" else []
    words.append(f"height={number(profile.height)}")
    words += [f"{_own(name, 'base', 'height', 'traits', 'equipment')}={value}" for name, value in profile.stats]
    if profile.traits:
        words.append("traits=" + ",".join(map(quote, profile.traits)))
    if profile.equipment:
        words.append("equipment=" + ",".join(map(quote, profile.equipment)))
    return words


def _terrain_words(piece: Terrain) -> list[str]:
    kind = _own(piece.kind, "open")
    words = ["terrain", quote(piece.id), quoted(piece.name), kind, *map(_place, piece.outline)]
    words += [f"bottom={number(piece.bottom)}", f"top={number(piece.top)}"]
    words += [f"sight={piece.sight}", f"footing={piece.footing}"]
    return words + (["open"] if piece.open else [])


def _model_words(model: Model) -> list[str]:
    words = ["model", quote(model.id), quote(model.profile.id), quote(model.side), _place((model.x, model.y))]
    words += [f"z={number(model.z)}"] if model.z else []
    words += [f"facing={number(model.facing)}"] if model.facing else []
    words += [f"place={model.place}"] if model.place != "table" else []
    words += [*_key("removed_as", model.removed_as), quoted(model.name)]
    for marker in model.markers:
        bare = quote(marker.status) == marker.status and not marker.value
        value = "" if bare else f"={marker.value}"
        source = f"@{quote(marker.source)}" if marker.source else ""
        status = marker.status if bare else _own(marker.status, "z", "facing", "place", "removed_as")
        words.append(status + value + source)
    return words + _counters(model.counters)


def _counters(counters: Numbers) -> list[str]:
    return [f"{quote(name)}:{value}" for name, value in counters]


def _key(key: str, value: str) -> list[str]:
    return [f"{key}={quote(value)}"] if value else []


def _own(name: str, *taken: str) -> str:
    """A name in quotation marks where it would be taken for a word of this notation."""
    return quoted(name) if name in taken else quote(name)


def _place(place: Point) -> str:
    return f"{number(place[0])},{number(place[1])}"
