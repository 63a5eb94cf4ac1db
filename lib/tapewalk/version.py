"""The version of the library, which its traces carry."""

__version__ = "0.1.0"
