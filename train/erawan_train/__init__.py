"""Training of Erawan's networks: records in, `.net` files out.

What lives here: the layout of position records and network files, decoding and
features on the device, the network in floating point, the trainer with its
checkpoints, and the exporter. What does not: self-play, which writes records,
and inference, which is `erawan-nnue`'s.

Nothing is imported here, so that `architecture`, `position` and `netfile` (and
the reference evaluator on top of them) work where PyTorch is not installed.
"""
