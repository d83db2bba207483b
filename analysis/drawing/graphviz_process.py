"""A program of its own: one graph in DOT on standard input, laid out and drawn on standard output.

    python graphviz_process.py FORMAT

It is run by its path (`layout.py`), apart from the program that wants the picture. So the
variables that choose Graphviz's fonts and what its libraries print stay out of that program.
"""

import sys

import pygraphviz


def main() -> None:
    """Draw the graph with `dot`, as the format that the command line names."""
    text = sys.stdin.buffer.read().decode()
    graph = pygraphviz.AGraph(string=text)
    sys.stdout.buffer.write(graph.draw(format=sys.argv[1], prog="dot"))


if __name__ == "__main__":
    main()
