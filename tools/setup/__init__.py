"""Makes a fresh clone ready: Python and npm packages, and a browser for the tests."""
