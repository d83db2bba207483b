"""What is true of the games: cards, deals, states, rules, files. Knows nothing of search."""
