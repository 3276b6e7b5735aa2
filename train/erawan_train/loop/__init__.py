"""The learning loop on one GPU: play, learn, play with what was learnt.

    python3 -m erawan_train.loop --game chess --seconds 540 --state data/chess

Each generation plays whole games on the GPU with the small network, adds their
positions to those of the generations before, and goes on training the small
network with all of them, more gently from generation to generation. At the end
the small network is annealed and the large one trained on all positions, which
never leave the GPU's memory: the learning rate of either falls to nothing.

The state folder holds a checkpoint of either network, their `.net` files, the
history as JSON, a picture of it and a sample of whole games. It is enough to
go on from on another machine. Whenever the process ends, the folder holds the
last good checkpoint.
"""
