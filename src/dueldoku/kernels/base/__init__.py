"""What all kernels build on: how they are compiled, bits, memory, vectors."""
