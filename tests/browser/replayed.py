"""Rounds that are played over HTTP for their replay."""

from web_client import BETS, Client, Server, answer_to

SIDES = {"five-card-bonus": 1, "three-card-bonus": 5, "progressive": 1}


def seated(server: Server, table: str, seats: tuple[int, ...]) -> dict[int, Client]:
    names = ("ann", "bob", "cy", "dot", "eve", "fay", "gus")
    players = {seat: server.guest(name) for seat, name in zip(seats, names, strict=False)}
    for seat, client in players.items():
        client.do(table, {"do": "sit", "seat": seat})
    return players


def play(
    table: str, players: dict[int, Client], sides: dict[str, int] | None = None, **word: str
) -> str:
    """One round in which nobody folds; its id is the answer."""
    for seat, client in players.items():
        game = client.table(table)["view"]["game"]
        client.do(table, {"do": "place-bets", "seat": seat, "amounts": BETS[game] | (sides or {})})
    for seat, client in players.items():
        client.do(table, {"do": "ready", "seat": seat, **word})
    first = next(iter(players.values()))
    while (view := first.table(table)["view"])["phase"] != "open":
        mine = players[view["turn"]].table(table)["view"]["actions"]
        stays = [action for action in mine if action["do"] != "fold"]
        players[view["turn"]].do(table, answer_to(stays[0]))
    return f"{table}-{view['round'] - 1}"


def void_round(server: Server) -> str:
    """Dora deals seat 1 a card short, and Fred confirms it."""
    table = "t7"
    guest, dora, fred = (
        server.guest("ann"),
        server.staff("dora", "dealer"),
        server.staff("fred", "floor"),
    )
    guest.do(table, {"do": "sit", "seat": 1})
    assert fred.post(f"/api/tables/{table}/handover", {"dealer": "person"}).status_code == 200
    guest.do(table, {"do": "place-bets", "seat": 1, "amounts": BETS["double-draw"]})
    guest.do(table, {"do": "ready", "seat": 1})
    dora.do(table, {"do": "no-more-bets"})
    dora.do(table, {"do": "deal", "rest": True})
    dora.do(table, {"do": "wrong-number", "place": "seat:1", "cards": 4})
    asked = guest.table(table)["view"]["asked"]
    assert fred.post(f"/api/tables/{table}/confirm", {"asked": asked}).status_code == 200
    (ended,) = guest.json(f"/api/rounds?table={table}")
    return str(ended["round"])
