"""Writes reference.jsonl: what another implementation makes of the same models and texts.

    python -m pip install onnxruntime==1.32.0 tokenizers==0.23.3 numpy==2.4.6
    python benchmarks/teachers/reference.py

Reads weights and tokenizers from benchmarks/teachers/models (install.mjs fetches them). Pooling, prefixes and longest
input are written here a second time on purpose: the test compares two readings, not one with itself. Only the first
numbers of each vector are kept; all of them have length 1 over the whole vector.
"""

import json
from pathlib import Path

import numpy
import onnxruntime
import tokenizers

FOLDER = Path(__file__).parent
KEPT = 12
TEXTS = [
    "The ferry leaves at seven.",
    "A bell in the harbour fog rings.",
    "Quarterly revenue forecasts exceeded projections.",
    "école, ecole, École — naïve façade",
    "海の潮が満ちる。東京タワー",
    "ฉันชอบกินข้าวเช้า",
    "والبحر هادئ",
    "Приливы и отливы",
    "한국어 문장입니다",
    "👨‍👩‍👧‍👦 family x",
    "x",
    "DNA methylation at CpG islands regulates transcription; p<0.05 (n=12).",
    "0-dimensional biomaterials show inductive properties.",
    "  leading and   inner\tspaces\n\nand paragraphs  ",
    "[CLS] literal [SEP] special [MASK] tokens",
    "Pneumonoultramicroscopicsilicovolcanoconiosis isn't short",
    "https://example.org/a?b=c&d=e#f",
    "don't can't won't; rock 'n' roll",
    "½ cup ﬁne Ⅻ ①",
    " ".join(f"harbour tide number {number}" for number in range(150)),
]
MODELS = {
    "all-minilm-l6-v2": {"tokens": 256, "pool": lambda rows: rows.mean(axis=0), "document": "", "query": ""},
    "e5-small-v2-q": {
        "tokens": 512,
        "pool": lambda rows: rows.mean(axis=0),
        "document": "passage: ",
        "query": "query: ",
    },
    "bge-small-en-v1.5-q": {
        "tokens": 512,
        "pool": lambda rows: rows[0],
        "document": "",
        "query": "Represent this sentence for searching relevant passages: ",
    },
}


def vectors(name, purpose):
    model = MODELS[name]
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 2
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(
        FOLDER / "models" / name / "onnx" / "model.onnx", options, providers=["CPUExecutionProvider"]
    )
    tokenizer = tokenizers.Tokenizer.from_file(str(FOLDER / "models" / name / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(model["tokens"])
    for text in TEXTS:
        ids = numpy.array([tokenizer.encode((model[purpose] + text).strip()).ids])
        feeds = {"input_ids": ids, "attention_mask": numpy.ones_like(ids), "token_type_ids": numpy.zeros_like(ids)}
        vector = model["pool"](session.run(None, feeds)[0][0])
        vector = vector / numpy.linalg.norm(vector)
        yield [round(float(value), 7) for value in vector[:KEPT]]


def main():
    versions = {"onnxruntime": onnxruntime.__version__, "tokenizers": tokenizers.__version__}
    lines = [{"madeWith": versions, "texts": TEXTS}]
    for name in MODELS:
        for purpose in ("document", "query"):
            lines.append({"teacher": name, "purpose": purpose, "vectors": list(vectors(name, purpose))})
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    (FOLDER / "reference.jsonl").write_text(text, encoding="utf-8")


main()
