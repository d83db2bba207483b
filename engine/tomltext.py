"""Values written as TOML: the few kinds that deck and deal files hold, in a fixed layout."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_LINE_WIDTH = 100


def toml_key(key: str) -> str:
    """A key, quoted if it must be."""
    return key if _BARE_KEY.fullmatch(key) else toml_value(key)


def toml_value(value: object) -> str:
    """A value on one line: text, number, true or false, list, table."""
    if isinstance(value, str):
        # TOML text is JSON text, but that DEL must be escaped too.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, Mapping):
        pairs = (f"{toml_key(key)} = {toml_value(item)}" for key, item in value.items())
        return "{" + ", ".join(pairs) + "}"
    assert isinstance(value, Sequence), f"no TOML value: {value!r}"
    return "[" + ", ".join(map(toml_value, value)) + "]"


def toml_lines(key: str, value: object) -> Iterator[str]:
    """`key = value`; a long list goes over several lines."""
    line = f"{toml_key(key)} = {toml_value(value)}"
    if len(line) <= _LINE_WIDTH or not isinstance(value, list | tuple):
        yield line
        return
    yield f"{toml_key(key)} = ["
    yield from _filled([toml_value(item) + "," for item in value])
    yield "]"


def toml_table(name: str, table: Mapping[str, object]) -> Iterator[str]:
    """`[name]` and its keys; tables in it follow as `[name.key]`, deeper ones are on one line."""
    yield f"[{toml_key(name)}]"
    inner = {key: value for key, value in table.items() if isinstance(value, Mapping)}
    for key, value in table.items():
        if key not in inner:
            yield from toml_lines(key, value)
    for key, value in inner.items():
        yield from ("", f"[{toml_key(name)}.{toml_key(key)}]")
        for inner_key, inner_value in value.items():
            yield from toml_lines(inner_key, inner_value)


def _filled(words: list[str]) -> Iterator[str]:
    line = " "
    for word in words:
        if len(line) + 1 + len(word) > _LINE_WIDTH and line.strip():
            yield line
            line = " "
        line += " " + word
    yield line
