"""One piece of a long training run: play, learn as it comes, decay a branch.

    python3 -m erawan_train.piece --game chess --seconds 900 --state state/chess

GPU time comes in pieces, on machines that keep nothing. What adds up over the
pieces is the trunk: a network that learns at a constant rate and is never
annealed. Each piece goes on with it on positions it plays itself, then lets a
branch of it decay to a rate of nothing on the same positions. The branch is the
net to ship, if it wins its match; the trunk is what the next piece goes on with.

The state folder holds the trunks, the branches and the small network that
plays, all as `.net` files, and `record.json` with the figures of every piece.
The rounding of a trunk to its file costs less than one step of learning moves
it, so no other checkpoint is needed.
"""
