"""A cheap measure of evaluations: how well do they foresee deep searches?

    python3 -m erawan_train.yardstick label --positions games.epd --out labels.json \\
        --engine ./erawan --engine ./stockfish --nodes 100000
    python3 -m erawan_train.yardstick measure --labels labels.json --evaluator ./erawan \\
        --option EvalFile=new.net

Positions are searched by two engines of different kinds; the mean of the chances
they give is taken for the truth. An evaluator's static score becomes a chance by
the one scale that suits it best, and the root of the mean squared error is
reported: for all positions, for quiet ones, and by phase.

It says which network is worth a match. Scores of other engines measure here and
nothing else: no network learns from them.
"""
