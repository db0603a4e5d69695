"""Visible regions by pyvispoly (CGAL called from Python): one line a view, microseconds (best of three) and area.

python python_view.py MOST < world (as for cgal_view)
"""

import importlib
import sys
import time
import types

for name in ("matplotlib", "matplotlib.pyplot"):  # it wants to draw; we do not
    sys.modules[name] = types.ModuleType(name)
pyvispoly = importlib.import_module("pyvispoly")

numbers = iter(sys.stdin.read().split())


def some(count: int) -> list[float]:
    return [float(next(numbers)) for _ in range(count)]


def ring(xy: list[float]) -> list:
    points = list(zip(xy[::2], xy[1::2], strict=True))
    turned = sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(points, points[1:] + points[:1], strict=True))
    return [pyvispoly.Point(x, y) for x, y in (points if turned < 0 else points[::-1])]


wide, high, outlines = some(3)
holes = [ring(some(2 * int(next(numbers)))) for _ in range(int(outlines))]
frame = [pyvispoly.Point(x, y) for x, y in ((0, 0), (wide, 0), (wide, high), (0, high))]
room = pyvispoly.VisibilityPolygonCalculator(pyvispoly.PolygonWithHoles(frame, holes))
for _ in range(min(int(sys.argv[1]), int(next(numbers)))):
    x, y = some(2)
    best, corners = 1e18, []
    for _turn in range(3):
        start = time.perf_counter()
        seen = room.compute_visibility_polygon(pyvispoly.Point(x, y))
        corners = [(float(p.x()), float(p.y())) for p in seen.boundary()]
        best = min(best, time.perf_counter() - start)
    twice = sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(corners, corners[1:] + corners[:1], strict=True))
    print(best * 1e6, abs(twice / 2))
