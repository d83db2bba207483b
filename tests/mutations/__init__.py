"""Single wrong rules, planted into a copy of the kernel to see that some test notices each.

`rules.toml` lists them: the rule (docs/rules.md, docs/rulings.md) and how it is broken, the file,
the exact text, and what stands there instead. `python -m tests.mutations` tries them all.
"""

import tomllib
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Mutation:
    """One wrong rule: in `file`, `new` instead of `old`."""

    rule: str
    file: str
    old: str
    new: str

    def times(self) -> int:
        """How often the text to be replaced stands in the file; it should be once."""
        return (ROOT / self.file).read_text(encoding="utf-8").count(self.old)

    def text(self) -> str:
        """The file with the rule broken."""
        return (ROOT / self.file).read_text(encoding="utf-8").replace(self.old, self.new)

    def plant(self, tree: Path) -> None:
        """Break the rule in a copy of the project's tree."""
        assert self.times() == 1, (
            f"{self.rule}: the text stands {self.times()} times in {self.file}"
        )
        (tree / self.file).write_text(self.text(), "utf-8")


def read_mutations() -> list[Mutation]:
    """All mutations of `rules.toml`, in its order."""
    text = (Path(__file__).parent / "rules.toml").read_text(encoding="utf-8")
    return [Mutation(**entry) for entry in tomllib.loads(text)["mutation"]]
