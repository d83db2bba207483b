"""What is made from seeds: synthetic decks and their assumptions."""
