"""A table that people deal: somebody for each role, and how a round goes on by hand."""

from typing import Any, NamedTuple

from web_client import BETS, Client, Server, answer_to

#: Everything is bet at it: a progressive, and side bets.
RULES: dict[str, Any] = {
    "operator": "Chesapeake Casino",
    "jurisdiction": "maryland",
    "game": "let-it-ride",
    "minimum": 10,
    "maximum": 500,
    "chip-step": 1,
    "dealing": "manual-shoe",
    "shuffling": "manual",
    "decks": 1,
    "seats": 7,
    "adjacent-boxes": 1,
    "payout-limit": 50000,
    "paytables": {"main": "A", "three-card-bonus": "A", "progressive": "E"},
    "progressive": {
        "stakes": [1, 5],
        "rate": {"mega": 0.10, "major": 0.07, "minor": 0.03},
        "reset": {"mega": 10000, "major": 1000, "minor": 250},
    },
    "floor": {"name": "By hand", "dealer": "person"},
}


class Staff(NamedTuple):
    """Who works at the floor."""

    operator: Client
    dealer: Client
    floor: Client
    auditor: Client


def staff_of(server: Server) -> Staff:
    """Somebody of each role and no other."""
    return Staff(
        server.operator(),
        server.staff("dora", "dealer"),
        server.staff("flora", "floor"),
        server.staff("otto", "auditor"),
    )


def open_table(staff: Staff, **changes: Any) -> str:
    """A table that a person deals; what is None is left out of the rules."""
    rules = {name: value for name, value in {**RULES, **changes}.items() if value is not None}
    answer = staff.operator.post("/api/tables", rules)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["table"])


def seated(server: Server, table: str, *seats: int) -> dict[int, Client]:
    """A guest at each seat."""
    players = {seat: server.guest(f"guest {seat}") for seat in seats}
    for seat, one in players.items():
        one.do(table, {"do": "sit", "seat": seat})
    return players


def next_of(client: Client, table: str) -> dict[str, Any]:
    """The next line of the script that has a command, with what is counted for it."""
    view = client.table(table)["view"]
    for line in view["next"]:
        if "command" in line:
            return {**line, "command": counted(view, line["command"])}
    return {"by": "", "command": None}


def counted(view: dict[str, Any], command: dict[str, Any]) -> dict[str, Any]:
    """A command with the number that it leaves to whoever counts: what lies on the layout, and a
    deck less what lies on the table.
    """
    deck = 54 if view["game"] == "double-draw" else 52
    if command["do"] == "collect":
        return {**command, "chips": sum(command["wager"] in s["wagers"] for s in view["seats"])}
    if command["do"] == "count-stub":
        held = sum(seat.get("cards-held", 0) for seat in view["seats"])
        board = sum(area["face-down"] + len(area["cards"]) for area in view["board"].values())
        return {**command, "cards": deck - held - board - len(view["set-aside"])}
    if command["do"] == "shuffle" and view["house"]["shuffling"] == "automated-counting":
        return {**command, "cards": deck}
    return command


def deal_until(
    staff: Staff, table: str, *stops: str, players: dict[int, Client] | None = None
) -> None:
    """Deal by the script until one of some commands would be next; players answer plainly."""
    for _ in range(200):
        step = next_of(staff.dealer, table)
        command = step["command"]
        if command is None:
            view = staff.dealer.table(table)["view"]
            turn = view["turn"]
            if not players or turn not in players:
                return
            mine = players[turn].table(table)["view"]
            players[turn].do(table, answer_to(mine["actions"][0]))
            continue
        if command["do"] in stops:
            return
        (staff.floor if step["by"] == "floor" else staff.dealer).do(table, command)
    raise AssertionError("the script does not end")


def bet(client: Client, table: str, seat: int, **more: int) -> None:
    """The least that a seat must bet, and what else is named."""
    game = client.table(table)["view"]["game"]
    amounts = BETS[game] | {name.replace("_", "-"): amount for name, amount in more.items()}
    client.do(table, {"do": "place-bets", "seat": seat, "amounts": amounts})
