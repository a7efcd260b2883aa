"""Learning: drills for players, lessons and the table test for dealers and floorpersons."""
