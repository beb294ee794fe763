"""Floor 6: what a teacher and a fresh laptop need. Checks of the set-up, upkeep of the shipped cache."""
