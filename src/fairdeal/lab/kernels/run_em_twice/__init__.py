"""The kernel of Run 'Em Twice; `best_play` explains the method."""
