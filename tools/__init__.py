"""Programs of the maintainers: nothing in lib/, modules/ or exercises/ imports them."""
