"""Exercises of lesson 02: two baselines, and where each is blind."""
