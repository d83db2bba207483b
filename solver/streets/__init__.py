"""Search, bounds and hints for Streets of Arkham."""
