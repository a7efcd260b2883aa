"""Fairdeal: regulated casino poker table games. One rulebook, everything derived.

For study, training, test and simulation with play chips; real-money use needs a licence.
"""

__version__ = "0.1.0"
