"""Tests notice wrong rules: each mutation of `tests/mutations` fails one."""

import ast
import builtins

import pytest

from tests.mutations import Mutation, read_mutations
from tests.mutations.__main__ import main

MUTATIONS = read_mutations()


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.rule)
def test_the_text_to_be_mutated_stands_once_in_its_file(mutation: Mutation) -> None:
    assert mutation.times() == 1
    assert mutation.old != mutation.new


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.rule)
def test_a_mutated_file_knows_its_names(mutation: Mutation) -> None:
    """A name that is not imported would fail any test, and prove nothing."""
    tree = ast.parse(mutation.text())
    known = set(dir(builtins))
    for node in ast.walk(tree):
        if isinstance(node, ast.alias):
            known.add(node.asname or node.name)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            known.add(node.name)
        elif isinstance(node, ast.arg):
            known.add(node.arg)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            known.add(node.id)
    assert {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} - known == set()


def test_mutations_are_many_and_different() -> None:
    assert len(MUTATIONS) >= 300
    assert sum(mutation.rule.startswith("K") for mutation in MUTATIONS) >= 28
    assert sum(mutation.rule.startswith("G") for mutation in MUTATIONS) >= 100
    assert len({mutation.rule for mutation in MUTATIONS}) == len(MUTATIONS)
    assert len({(m.file, m.old, m.new) for m in MUTATIONS}) == len(MUTATIONS)


@pytest.mark.long
@pytest.mark.timeout(7200)
def test_no_mutation_survives() -> None:
    assert main([]) == 0
