"""The page: play, watch, replay and analyse in a browser, and a JSON API for programs."""
