"""The lattice of recodings: searched for the node that loses least, with proof.

`lattice` searches; chains, forecast and bounds make it fast; `loss` says what is lost.
"""
