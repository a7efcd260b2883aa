"""What happens to people as significant events: roles, accounts, exclusions, limits of players."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from fairdeal.floor.people.exclusion import day_of
from fairdeal.office.book.facts import Where

if TYPE_CHECKING:
    from fairdeal.office.book.book import Book


def apply(book: "Book", where: Where, act: Mapping[str, Any]) -> None:
    """Note an act of the floor about a person."""
    by = act["by"]["id"]
    match act["act"]:
        case "roles" | "person":
            before, roles = book.roles.get(act["person"], ""), ", ".join(act["roles"])
            book.roles[act["person"]] = roles
            words = f"roles of {act['person']}: {roles or 'none'}"
            if roles != "player" or before:
                book.note(where, "roles", "notice", words, None, by, before, roles)
        case "exclude" | "readmit":
            until = "" if "until" not in act else f" until {day_of(act['until'])}"
            who = act["person"] or act["name"]
            words = f"{act['act']} {who}{until}: {act['reason']}"
            after = "excluded" if act["act"] == "exclude" else "admitted"
            before = "admitted" if act["act"] == "exclude" else "excluded"
            book.note(where, "exclusion", "notice", words, None, by, before, after)
        case "limit":
            words = f"a player's limit of {act['kind']}"
            after = "none" if act["amount"] is None else str(act["amount"])
            before = book.player_limits.get((act["player"], act["kind"]), "none")
            book.player_limits[act["player"], act["kind"]] = after
            book.note(where, "player limit", "notice", words, None, by, before, after)
        case "cool-off":
            book.note(where, "player limit", "notice", "a player takes a break", None, by)
        case "attempt":
            who = act["person"] or act["name"]
            words = f"{who}, who is excluded, tried to come in: {act['at']}"
            book.note(where, "exclusion", "alarm", words, None, by)
        case "revoke" | "reinstate":
            words = f"the account of {act['person']}: {act['act']}"
            states = ("open", "revoked") if act["act"] == "revoke" else ("revoked", "open")
            book.note(where, "account", "notice", words, None, by, *states)
