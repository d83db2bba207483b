"""What depends on what: graphs of games and decks, maps of deals, statistics, pictures."""
