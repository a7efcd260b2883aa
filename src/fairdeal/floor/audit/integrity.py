"""A quick check of a database: the hashes of the log and the sums of the ledger.

Backups and `fairdeal doctor` use it. Unlike a whole audit it does not decide the entries again.
"""

from fairdeal.errors import LogError
from fairdeal.floor.audit.hash_check import HashCheck
from fairdeal.floor.log.database import Database


def check_hashes_and_ledger(database: Database) -> int:
    """Check the hashes of the whole log and the ledger, and return the number of entries.

    `LogError` names the first thing that is wrong.
    """
    hashes = HashCheck(database, (), None)
    bad, suspect = hashes.check()
    found = bad or suspect
    if found:
        raise LogError(f"the log is broken at entry {found.leaf} of the floor: {found.reason}")
    wrong = ledger_error(database)
    if wrong:
        raise LogError(f"the ledger is wrong: {wrong}")
    return hashes.size


def ledger_error(database: Database) -> str | None:
    """Return what is wrong with the ledger; None where every balance is the sum of its transfers
    and all balances add up to zero.
    """
    (total,) = database.execute("SELECT coalesce(sum(units), 0) FROM balances")[0]
    if int(total):
        return f"all accounts come to {int(total)}, and not to nothing"
    rows = database.execute(
        "SELECT account, sum(units) FROM ("
        "SELECT credit AS account, units FROM transfers "
        "UNION ALL SELECT debit, -units FROM transfers "
        "UNION ALL SELECT account, -units FROM balances) AS moves "
        "GROUP BY account HAVING sum(units) <> 0 ORDER BY account LIMIT 1"
    )
    return f"{rows[0][0]} is not the sum of its transfers" if rows else None
