"""The felt as pages draw it: what every felt says, on paper too, is worked out in one place."""

from fairdeal.wording.felt import FeltScene, equal_to, felt_of, titled

__all__ = ["FeltScene", "equal_to", "felt_of", "titled"]
