"""The flagship: perfect play where it can be had, proofs of the tempo fight before that, good judgement everywhere."""
