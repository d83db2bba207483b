"""An empty deck file of a game's box, with the words to choose from, for an owner to fill in."""

from collections.abc import Iterator, Mapping

from casecracker.engine.games import ANY, TECHNIQUES, Game
from casecracker.engine.tomltext import toml_value

# What the rulebook tells of the contact, so that nobody has to type it.
_CONTACT_SIDES: Mapping[str, tuple[str, ...]] = {"witch-cult": ("key", "exchange-penalty")}

_MEANINGS = {
    "collection": "magnifying glass",
    "surveillance": "eye",
    "research": "book",
    "any": "fits every technique; stands alone",
    "take-lead": "may take 1 card of the leads row",
    "take-discard": "may take 1 card of the discard area",
    "take-closed": "may take 1 card of the closed cases",
    "take-stability": "may take 1 card of the stability area",
    "take-time": "may take 1 card of the time area",
    "search-stack": "may search the draw stack for 1 card",
    "shuffle-discard": "may shuffle the discard area into the stack",
    "exchange-penalty": "may exchange 1 hand card with 1 of the time or stability area",
    "discard-hand": "must discard 1 card from hand",
    "discard-lead": "must discard 1 card of the leads row",
    "stability-check": "must make a stability check",
}


def template_text(game: Game) -> str:
    """The deck file to fill in: head, victims, contact, clue cards. TOML as it stands."""
    lines = [*_introduction(game), *_head(game)]
    for number in range(1, game.victims_in_box + 1):
        lines += _victim(number, game)
    lines += _contact(game)
    for number in range(1, game.clues_in_box + 1):
        lines += _clue(number, game)
    return "\n".join(lines) + "\n"


def _introduction(game: Game) -> Iterator[str]:
    yield f"# {game.title}: the cards of your box."
    yield "#"
    yield '# Words go between [ and ], in quotes:  right = ["interview", "research"]'
    yield "# Leave [] and false where a card shows nothing. Edges (left, right) are never empty."
    yield "# Names are for you: they are shown beside the ids and may stay empty."
    yield "#"
    yield "#   casecracker deck check FILE   says line by line what is still missing"
    yield "#   casecracker deck add FILE     makes the deck known by the file's name"
    yield "#"
    yield "# WORDS"
    yield from _word_list("types", game.types)
    yield from _word_list("left, right", (*TECHNIQUES, ANY))
    yield from _word_list("attributes", game.attributes)
    yield from _word_list("effects (in the printed order, from left to right)", game.effects)


def _word_list(title: str, words: tuple[str, ...]) -> Iterator[str]:
    yield f"# {title}"
    plain = [word for word in words if word not in _MEANINGS]
    if plain:
        yield f"#   {'  '.join(plain)}"
    for word in words:
        if word in _MEANINGS:
            yield f"#   {word:<17} {_MEANINGS[word]}"


def _head(game: Game) -> Iterator[str]:
    yield ""
    yield "format = 1"
    yield f"game = {toml_value(game.id)}"
    yield f"name = {toml_value(f'My {game.id} deck')}"
    yield 'provenance = "transcribed"'


def _victim(number: int, game: Game) -> Iterator[str]:
    yield ""
    yield f"[[victim]]  # {number} of {game.victims_in_box}"
    yield f'id = "v{number}"'
    yield 'name = ""'
    yield "right = []"


def _contact(game: Game) -> Iterator[str]:
    yield ""
    yield "[[contact]]"
    yield 'id = "p1"'
    yield 'name = ""'
    yield f"sides = {toml_value(_CONTACT_SIDES.get(game.id, ()))}"


def _clue(number: int, game: Game) -> Iterator[str]:
    yield ""
    yield f"[[clue]]  # {number} of {game.clues_in_box}"
    yield f'id = "c{number:02}"'
    yield 'name = ""'
    yield "types = []"
    yield "left = []"
    yield "right = []"
    yield "attributes = []"
    yield "minimum = 0        # the card minimum"
    yield "effects = []"
    yield "time = false       # the hourglass"
    yield "stability = false  # the stability-penalty icon"
