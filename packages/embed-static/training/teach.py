"""Writes the vectors of a teacher for the lines of a file, for the benchmarks.

  .work/venv/bin/python teach.py --teacher use-multilingual|minilm-l6|multilingual-e5-small \
      --in lines.txt --out vectors.f32 [--query]

One text a line, UTF-8; vectors are little-endian float32 in the order of the lines, each of length 1; standard output
names the dimensions. Run `train.py --until fetch` once before.
"""

import argparse
from pathlib import Path

from teachers import TEACHERS

HERE = Path(__file__).parent

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--teacher", required=True, choices=sorted(TEACHERS))
    parser.add_argument("--in", dest="source", required=True, type=Path)
    parser.add_argument("--out", required=True, type=Path)
    parser.add_argument("--query", action="store_true", help="texts are queries (matters to multilingual-e5-small alone)")
    given = parser.parse_args()
    lines = given.source.read_text("utf-8").removesuffix("\n").split("\n")
    vectors = TEACHERS[given.teacher](HERE / ".work/downloads", HERE / ".work").encode(lines, given.query)
    vectors.astype("<f4").tofile(given.out)
    print(f"{len(vectors)} vectors of {vectors.shape[1]} dimensions")
