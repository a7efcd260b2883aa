"""What pages and papers say of the approval of an operator's rules (COMAR 36.05.03.19)."""

from fairdeal.rulebook.rules import Rules


def approval_words(rules: Rules) -> str:
    """Return when the regulator approved the rules, or that it has not."""
    return "Not yet approved" if rules.approved is None else f"Approved {rules.approved}"


def edition_words(rules: Rules) -> str:
    """Return the edition that is printed on the game's text; empty where none is."""
    document = rules.game.document
    return "" if document is None or document.edition.startswith("no ") else document.edition


def full_edition(rules: Rules) -> str:
    """Return what the game's text is, with its edition and date; empty for a game of one's own."""
    return "" if rules.game.document is None else str(rules.game.document)
