"""Run a BERT-like ONNX file on one text or one pair of texts: tokenizers and onnxruntime, nothing else."""

from __future__ import annotations

from pathlib import Path

import numpy as np

WINDOW = 512  # word pieces: the longest input these models were trained on


class OnnxFile:
    def __init__(self, folder: Path):
        import onnxruntime
        from tokenizers import Tokenizer

        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        # Of a pair, the longer text is cut first: a long query takes room from the passage.
        self._tokenizer.enable_truncation(WINDOW, strategy="longest_first")
        self._tokenizer.no_padding()
        self._session = onnxruntime.InferenceSession(str(folder / "model.onnx"), providers=["CPUExecutionProvider"])

    def run(self, text: str, second: str | None = None) -> np.ndarray:
        """The model's first output for one text, or for the pair (text, second)."""
        encoding = self._tokenizer.encode(text, second)
        inputs = {
            "input_ids": np.array([encoding.ids], dtype=np.int64),
            "attention_mask": np.array([encoding.attention_mask], dtype=np.int64),
            "token_type_ids": np.array([encoding.type_ids], dtype=np.int64),
        }
        return self._session.run(None, inputs)[0]
