"""Tests notice wrong rules: each mutation of `tests/mutations` fails one."""

import pytest

from tests.mutations import Mutation, read_mutations
from tests.mutations.__main__ import main

MUTATIONS = read_mutations()


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.rule)
def test_the_text_to_be_mutated_stands_once_in_its_file(mutation: Mutation) -> None:
    assert mutation.times() == 1
    assert mutation.old != mutation.new


def test_mutations_are_many_and_different() -> None:
    assert len(MUTATIONS) >= 45
    assert len({mutation.rule for mutation in MUTATIONS}) == len(MUTATIONS)
    assert len({(m.file, m.old, m.new) for m in MUTATIONS}) == len(MUTATIONS)


@pytest.mark.long
@pytest.mark.timeout(7200)
def test_no_mutation_survives() -> None:
    assert main([]) == 0
