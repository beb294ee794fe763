"""Exercises of lesson 05: questions that a database must answer."""
