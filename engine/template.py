"""An empty deck file of a game's box, with the words to choose from, for an owner to fill in."""

from collections.abc import Iterator, Mapping

from casecracker.engine.boxfacts import effects_in_box
from casecracker.engine.games import ANY, TECHNIQUES, VISITING_CONTACTS, Game
from casecracker.engine.templategulfs import (
    GULFS_MEANINGS,
    GULFS_WORDS,
    gulfs_entries,
    gulfs_notes,
)
from casecracker.engine.tomltext import toml_value

_MEANINGS = {
    "collection": "magnifying glass",
    "surveillance": "eye",
    "research": "book",
    "any": "fits every technique; stands alone",
    "yellow-sign-lock": "needs a key and a yellow sign in the line",
    "king": "the card The King in Yellow; it is a puzzle too",
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

_IMMEDIATE_MEANINGS = {
    "to-front": "moves to the front of the leads row, the other leads are replaced",
    "discard-top": "discards the top card of the draw stack",
    "reshuffle-stability": "the cards of the stability area go to the stack and are replaced",
    "reshuffle-time": "the cards of the time area go to the stack and are replaced",
    "discard-hand": "must discard 1 card from hand",
    "discard-case": "must discard 1 card of one open case",
}


def template_text(game: Game) -> str:
    """The deck file to fill in: head, victims, contact, clue cards. TOML as it stands."""
    lines = [*_introduction(game), *_head(game)]
    if game.has_case_cards:
        return "\n".join([*lines, *gulfs_entries(game)]) + "\n"
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
    if game.has_case_cards:
        yield from gulfs_notes()
    yield "#"
    yield "#   casecracker deck check FILE   says line by line what is still missing"
    yield "#   casecracker deck add FILE     makes the deck known by the file's name"
    yield "#"
    yield "# WORDS"
    yield from _word_list("types", game.types)
    yield from _word_list("left, right", (*TECHNIQUES, ANY))
    meanings = {**_MEANINGS, **GULFS_MEANINGS} if game.has_case_cards else _MEANINGS
    yield from _word_list("attributes", game.attributes, meanings)
    effects = effects_in_box(game)
    yield from _word_list("effects (in the printed order, from left to right)", effects, meanings)
    for title, words, special in GULFS_WORDS if game.has_case_cards else ():
        yield from _word_list(title, words, special)
    if game.immediates:
        title = "immediate (on Passion cards, on a yellow background): one word in quotes"
        yield from _word_list(title, game.immediates, _IMMEDIATE_MEANINGS)


def _word_list(
    title: str, words: tuple[str, ...], meanings: Mapping[str, str] = _MEANINGS
) -> Iterator[str]:
    yield f"# {title}"
    plain = [word for word in words if word not in meanings]
    if plain:
        yield f"#   {'  '.join(plain)}"
    width = max(19, *map(len, words))
    for word in words:
        if word in meanings:
            yield f"#   {word:<{width}} {meanings[word]}"


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
    yield f"sides = {toml_value(VISITING_CONTACTS[game.id])}"


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
    if game.immediates:
        yield "yellow-minimum = 0 # the Yellow card minimum"
        yield 'immediate = ""     # of a Passion card'
    yield "effects = []"
    yield "time = false       # the hourglass"
    yield "stability = false  # the stability-penalty icon"
