"""Sightline's engine: no Qt, no clock, no luck, no globals that change.

The architecture on one page.  Each module may import those below it; a machine keeps it
so (import contracts in pyproject.toml).

    command_line   play, measure, odds, rules and dispute without a window
    dispute        a measurement with all that bears on it, and the code that proves it again
    measuring/ rule_list            questions to the geometry in words; the clauses of a book
    cases expected                  worked cases, and what must be true after them
    skirmish opening story          ready battles, any file, facts in words
    systems/       one folder a rulebook; they never see each other
    store uvtt squaring            .battle and .table files; maps of other programs, laid on squares
    journal        what was done, and the cursor that undo moves
    odds           the same driver under every roll, exact
    standing readings    where a model may be, and how unclear rules are read, for every book alike
    notation lines limits    a position as lines of text; what a file may hold
    veil           a game, and the words on it, as one side may know them
    play           perform(): the one driver; a wish becomes objections, a question or facts
    system         System: the record a rulebook fills in
    rules          Status, Trait, Plan and the clause words they are written in
    ask questions  what a rule may say; what it may ask, and answers with their evidence
    commands       wishes (Move)
    building riding snapping leaning    terrain as it is built, who rides on it, what draws a hand
    events         facts (Moved), and apply(), which alone makes a new game
    geometry/      inches in, evidence out; knows no rule
    game dice seeds    frozen nouns; exact chances; the door to seeds/

Seven decisions hold it together.  `Game` is a frozen value.  A command is a wish, an
event a fact, a rule turns one into the other.  A rule speaks to the driver only: happens,
roll, choose.  Half-done is no value of its own but (command, answers so far).  A question
has one answer with its evidence.  Undo is a cursor.  The referee is a setting, not a
second path.

The public face is these modules, not a list of names gathered here as first drawn: the
gathering would make every start pay for shapely, and a reader would have to learn two
addresses for each name.
"""
