"""Measurements: timings and sizes, for people to read. Nothing here is a test."""
