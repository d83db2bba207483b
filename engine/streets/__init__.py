"""Streets of Arkham, the mode of Elder Sign: Gates of Arkham, as a whole game (docs/streets.md)."""
