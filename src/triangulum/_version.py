"""The version of the package, in a file of its own that a build reads without importing the rest."""

__version__ = "0.1.0"
