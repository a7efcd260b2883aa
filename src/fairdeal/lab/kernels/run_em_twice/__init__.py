"""Run 'Em Twice: the method is told in `best_play`."""
