"""The bundle of views, and the replacement for a figure where nothing runs."""
