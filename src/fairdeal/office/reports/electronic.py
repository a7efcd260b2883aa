"""The nine totals of electronic table games (COMAR 36.05.02.20F(7)), by table."""

from typing import Final

from fairdeal.office.book.accounts import AccountSums
from fairdeal.office.book.book import Book
from fairdeal.office.book.table_fold import TableFold
from fairdeal.office.report import TABLE, Cell, Column, Kind, Report
from fairdeal.office.scope import Scope
from fairdeal.table.game_accounts import usual_buy_in

_COLUMNS: Final = (
    TABLE,
    Column("player", "Player's number"),
    Column("deposited", "Deposited", Kind.MONEY),
    Column("won", "Winnings credited", Kind.MONEY),
    Column("lost", "Losing wagers", Kind.MONEY),
    Column("withdrawn", "Withdrawn", Kind.MONEY),
    Column("win", "Table's win", Kind.METER),
)


def electronic_totals(book: Book, scope: Scope) -> Report:
    """Make the report of the nine totals: by player, of all players, and the table's win or loss.

    The totals of one player are (a), (c), (e) and (g); those of all players (b), (d), (f) and (h);
    the win or loss is (i).
    """
    scope.require_no_dealer("game accounts are of tables")
    rows: list[tuple[Cell, ...]] = []
    totals: list[tuple[Cell, ...]] = []
    house, house_win = AccountSums(), 0
    for table in scope.tables(book):
        if usual_buy_in(table.rules) is None:
            continue
        players = _players(table, scope)
        win = sum(sums.tray_units for slot, sums in scope.slots(book) if slot.table == table.id)
        if not players and not win:
            continue
        everybody = AccountSums()
        for player, sums in sorted(players.items()):
            rows.append((table.id, player, *_amounts(sums), None))
            everybody.add(sums)
        totals.append((table.id, "All players", *_amounts(everybody), win))
        house.add(everybody)
        house_win += win
    if totals:
        totals.append(("House", "All players", *_amounts(house), house_win))
    return Report(
        "electronic-totals",
        "Electronic table totals",
        scope.words(book),
        scope.fields(),
        _COLUMNS,
        tuple(rows),
        tuple(totals),
        (
            (
                "Winnings are what was credited beyond the stakes, with envy and payments by hand; "
                "losing wagers are stakes beyond what was credited. They count when the round "
                "ends; deposits and withdrawals count at their own time."
            ),
            (
                "The table's win is losing wagers less winnings, less what meters were fed, plus "
                "what meters paid."
            ),
        ),
        "COMAR 36.05.02.20F(7)",
        open=scope.is_open(book),
    )


def _players(table: TableFold, scope: Scope) -> dict[str, AccountSums]:
    found: dict[str, AccountSums] = {}
    for (day, shift), players in table.game_accounts.shifts.items():
        if scope.has_day(day, shift):
            for player, sums in players.items():
                found.setdefault(player, AccountSums()).add(sums)
    return found


def _amounts(sums: AccountSums) -> tuple[int, int, int, int]:
    return sums.deposited, sums.won, sums.lost, sums.withdrawn
