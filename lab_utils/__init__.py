"""Plumbing for the workbook: collections, search strategies, evaluation, figures, exercises and the classroom.

The folders are floors. A file imports only from its own floor or a lower one:
collections (1), search (2), evaluation (3), show (4), exercises (5), classroom (6), cli (7).
"""

__version__ = "0.1.0"
