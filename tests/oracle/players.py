"""How random games are played."""


def style(rng):
    """A way to weigh moves, for a whole game."""
    kind = rng.random()
    if kind < 0.35:
        return {}
    if kind < 0.55:
        return {"capture": 6, "promotion": 10, "castle": 10}
    if kind < 0.75:
        return {"pawn": 6, "capture": 2, "promotion": 10, "castle": 4}
    if kind < 0.85:
        return {"capture": 0.1, "pawn": 0.3}
    # Pieces that go back to where they came from: repetitions.
    return {"back": 40, "capture": 0.2, "pawn": 0.3}


def choose(moves, pieces, previous, weights, rng):
    """A move. `pieces` is the board by square, `previous` the last move of the
    side to move."""
    if not weights:
        return rng.choice(moves)
    return rng.choices(moves, [weight(m, pieces, previous, weights) for m in moves])[0]


def weight(move, pieces, previous, weights):
    source, target = move[:2], move[2:4]
    mover, taken = pieces[source], pieces.get(target)
    result = 1.0
    if mover in "Pp":
        result *= weights.get("pawn", 1)
        if source[0] != target[0]:
            result *= weights.get("capture", 1) * (1 if taken else 3)
    elif taken and taken.isupper() != mover.isupper():
        result *= weights.get("capture", 1)
    if len(move) > 4:
        result *= weights.get("promotion", 1)
    if mover in "Kk" and (taken or "")[-1:] in "Rr" and taken and taken.isupper() == mover.isupper():
        result *= weights.get("castle", 1)
    if previous and (source, target) == (previous[2:4], previous[:2]):
        result *= weights.get("back", 1)
    return result
