"""The bundled agents, each playable by name."""
