"""The table of lost states of a search (solver/table.py), which grows as it fills."""

from casecracker.engine.tables import IntArray
from casecracker.solver.search import FIRST_ENTRIES, GROWTH
from casecracker.solver.table import BYTES_AN_ENTRY, copy_entries, entries_for, make_table


class LostTable:
    """A table that starts small and takes no more than so many bytes."""

    def __init__(self, memory: int) -> None:
        """Begin with few entries."""
        self._largest = entries_for(memory)
        self.array: IntArray = make_table(min(FIRST_ENTRIES, self._largest))

    def make_room(self, stored: int) -> None:
        """Grow once `stored` entries fill half of it, as long as memory allows."""
        entries = int(self.array.shape[0]) * 8 // BYTES_AN_ENTRY
        if stored * 2 < entries or entries >= self._largest:
            return
        larger = make_table(min(entries * GROWTH, self._largest))
        copy_entries(self.array, larger)
        self.array = larger
