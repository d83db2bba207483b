"""`python -m casecracker` is the command `casecracker`."""

from casecracker.cli import main

if __name__ == "__main__":
    main(prog_name="casecracker")
