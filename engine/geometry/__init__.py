"""Geometry: inches in, evidence out; it knows no rule.

shapes    nouns become shapes: true bases, valid footprints, an index over the terrain
measure   edge-to-edge distance, contact, overlap
heights   what holds a base; edges one falls over; falls and leaps
path      a base carried along a path: rises, drops, bumps, gaps, cost; the shortest way
reach     where a base can get to with so many inches (call `reach.reach`)
arcs      who is in a facing arc, wholly or in part, and how far off that part is
zones     what is within inches of a base, cut by arc and sight; `passages`: ways past zones
templates blasts, flames, cones and lines: who is under them, and by how much
grid      square boards: spaces, steps, ways; `grid_sight`: sight in whole numbers
squared   a table in inches as a board of squares

Beneath them: `exact` (bases against bases and edges), `sweep` (a base slid along a leg),
`bumps`, `level`, `route`, `mesh`, and `tracks` (the answers of `path`).  Lengths are inches,
z up from the table; every answer carries its evidence and, where it decides, its margin.

Nothing is imported here: who asks for `evidence`, a plain noun, need not pay for numpy and shapely.
"""
