"""A floor of tables whose scenes are made without a server."""

from pathlib import Path

from fairdeal.floor.floor import Floor, FloorSettings
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.people.guests import add_guest, more_chips
from fairdeal.floor.startup import open_floor, sample_rules
from fairdeal.floor.tables.published_table import PublishedTable
from fairdeal.rulebook.money import CENTS
from fairdeal.table.view import PUBLIC
from fairdeal.web.pages.table.scene import scene
from fairdeal.web.pages.table.scene_types import Scene, SeatScene

QUIET = FloorSettings(pace=0, clock=0, bots=False)


class Room:
    """A floor with two people at each table."""

    def __init__(self, folder: Path) -> None:
        self.floor: Floor = open_floor(str(folder / "floor.db"), sample_rules(), settings=QUIET)
        self.faces: dict[str, PublishedTable] = {}
        self._keys = 0
        self._begin()
        self.people = [add_guest(self.floor, name)[1] for name in ("ann", "bob")]
        self._commit()

    def _begin(self) -> None:
        self.floor.begin()

    def _commit(self) -> None:
        self.floor.commit()
        for face in self.floor.publish():
            self.faces[face.id] = face.with_events_of(self.faces.get(face.id))

    def do(self, person: Person, table: str, command: dict[str, object]) -> None:
        self._keys += 1
        self._begin()
        self.floor.command(person, table, command, f"key {self._keys}")
        self._commit()

    def chips(self, person: Person) -> int:
        return self.floor.chips(person.id)

    def more(self, person: Person) -> None:
        self._begin()
        if self.chips(person) < 500 * CENTS:
            more_chips(self.floor, person)
        self._commit()

    def scene(self, person: Person | None, table: str) -> Scene:
        face = self.faces[table]
        viewer = PUBLIC if person is None else face.viewer(person)
        return scene(face, viewer, None if person is None else self.chips(person))


def sit(room: Room, table: str) -> dict[int, Person]:
    """Two people at seats 2 and 4."""
    players = dict(zip((2, 4), room.people, strict=True))
    for seat, person in players.items():
        room.more(person)
        room.do(person, table, {"do": "sit", "seat": seat})
    return players


def mine(shown: Scene) -> SeatScene:
    (seat,) = [one for one in shown.seats if one.mine]
    return seat
