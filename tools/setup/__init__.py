"""Set-up of a fresh clone: the Python and npm packages, and a browser for the tests."""
