"""CP-SAT as everything here needs it: the same answer every time, and Ctrl-C left to Python."""

from ortools.sat.python import cp_model


def make_cp_solver(*, linearization: int, seed: int = 0) -> cp_model.CpSolver:
    """A solver of one worker.

    By itself CP-SAT takes the interrupt signal and does not give it back: from then on Ctrl-C ends
    Python without a word, and nothing can be kept.

    Args:
        linearization: How much of the model linear relaxations see: 0 nothing, 2 all.
        seed: Of its random choices.
    """
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = seed
    solver.parameters.linearization_level = linearization
    solver.parameters.catch_sigint_signal = False
    return solver
