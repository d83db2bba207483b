"""What is printed on a clue card, in words: its edges, attributes, effects, icons."""

from collections.abc import Iterable

from casecracker.engine.cards import Clue
from casecracker.engine.files import escaped
from casecracker.engine.games import PURPLE


def marks(clue: Clue) -> str:
    """What a card shows besides name, types and edges."""
    words = list(clue.attributes)
    if clue.letter:
        words.append(f"letter {escaped(clue.letter)}")
    if clue.minimum:
        words.append(f"minimum {clue.minimum}")
    if clue.yellow_minimum:
        words.append(f"yellow-minimum {clue.yellow_minimum}")
    if clue.immediate:
        words.append(f"at once {clue.immediate}")
    words += [f"({effect})" for effect in clue.effects]
    if clue.sides:
        words.append(f"from the briefcase {' or '.join(clue.sides)}")
    return " ".join(words + [f"+{icon}" for icon in ("time", "stability") if getattr(clue, icon)])


def edges(clue: Clue) -> str:
    """Both edges."""
    left = edge(clue.left, clue.left_purple)
    return f"{left} > {edge(clue.right, clue.right_purple)}"


def edge(plain: Iterable[str], purple: Iterable[str]) -> str:
    """The icons of an edge; the purple ones are marked."""
    return " ".join((*plain, *(f"{PURPLE}{word}" for word in purple)))
