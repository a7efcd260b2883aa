"""Evidence of chance: the live shuffle in volume, and the tests that a laboratory runs over it.

`derivation` makes decks as a live table does (secret, HMAC-SHA256, shuffle, cut), compiled, so that
a million decks take seconds. `battery` tests them, `faults` has shuffles with planted faults, which
show what each test can find, and `report` puts all of it together.
"""
