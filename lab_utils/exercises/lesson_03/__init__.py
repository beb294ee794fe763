"""Exercises of lesson 03: fusing two rankings."""
