"""Exact analysis of the solo card game Arkham Noir: is a deal winnable, how, and why not."""

__version__ = "0.1.0"
