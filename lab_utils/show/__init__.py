"""Floor 4: figures, widgets and the report; everything that is looked at."""
