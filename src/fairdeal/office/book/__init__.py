"""The book: a fold of a floor's log into the sums and lists that reports are made of."""
