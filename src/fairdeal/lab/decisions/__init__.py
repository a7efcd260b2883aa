"""Values of single decisions, strategy cards, and what a coach says about them."""
