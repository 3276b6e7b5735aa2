"""Self-play on one GPU: the CUDA sources, and the Python side of them."""
