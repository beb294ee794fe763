"""Exercises of lesson 01: a test set that deserves trust."""
