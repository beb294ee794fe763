"""What both processes use: how a case is played, and how values travel. The name is one that no learner's module has."""
