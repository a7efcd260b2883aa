"""Which line of a strategy card applies to a situation, so that a coach can say why."""
