"""Where things go that a user's machine makes: beside the data where that can be written, else to the user's cache."""

from __future__ import annotations

import hashlib
from pathlib import Path


def user_cache(folder: Path) -> Path:
    """A folder of the user's cache directory that belongs to `folder` alone."""
    from platformdirs import user_cache_path

    return user_cache_path("bakeoff") / hashlib.sha256(str(folder.resolve()).encode()).hexdigest()[:12]
