"""Exercises of lesson 04: what a reranker can and cannot do."""
