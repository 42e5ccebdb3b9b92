"""Chooses the pieces of the model and their segmentation scores.

Candidates are the unigram pieces of two teachers (multilingual-e5-small: XLM-R's; USE multilingual v3: its own),
brought to the tokeniser's normal form, and the frequent whole words of the training text. Each script has a number of
places; the most probable candidates take them. Every character that is a candidate of a wanted script stays.
"""

import re
import struct
import unicodedata
from collections import Counter
from pathlib import Path

import numpy as np

MARK = "\u2581"
# Places by script; what is left over in one is not given to another.
PLACES = {"latin": 47000, "han": 13000, "kana": 6500, "hangul": 7500, "cyrillic": 8000, "arabic": 5500, "hebrew": 3500, "devanagari": 3500, "thai": 5500, "greek": 1200}
CUT_LATIN_ENGLISH = 26000


def e5_pieces(path: Path):
    """(piece, log-probability) of the vocabulary inside the teacher's file."""
    data = path.read_bytes()
    if data[:4] != b"E5S1":
        raise SystemExit(f"{path.name} is not the expected teacher file")
    at = 8 + 4 * 7 + 4 + 4
    count = struct.unpack_from("<i", data, at)[0]
    at += 4 + 4 * 4
    blob = struct.unpack_from("<Q", data, at)[0]
    at += 8
    offsets = np.frombuffer(data, "<u4", count + 1, at)
    at += 4 * (count + 1)
    scores = np.frombuffer(data, "<f4", count, at)
    at += 4 * count
    text = data[at : at + blob]
    for i in range(count):
        yield text[offsets[i] : offsets[i + 1]].decode("utf-8", "replace"), float(scores[i])


def use_pieces(path: Path):
    import sentencepiece

    model = sentencepiece.SentencePieceProcessor()
    model.Load(str(path))
    for i in range(model.GetPieceSize()):
        if not (model.IsControl(i) or model.IsUnknown(i)):
            yield model.IdToPiece(i), float(model.GetScore(i))


def script(text: str):
    """The one script of a piece's letters, `digits`, or None when it mixes scripts or is none of ours."""
    found = set()
    for char in text:
        code = ord(char)
        if char.isascii() and char.isdigit():
            found.add("digits")
        elif 0x4E00 <= code <= 0x9FFF or 0x3400 <= code <= 0x4DBF or char in "々〇":
            found.add("han")
        elif 0x3040 <= code <= 0x30FF:
            found.add("kana")
        elif 0xAC00 <= code <= 0xD7AF:
            found.add("hangul")
        elif 0x0E00 <= code <= 0x0E7F:
            found.add("thai")
        elif 0x0400 <= code <= 0x052F:
            found.add("cyrillic")
        elif 0x0600 <= code <= 0x06FF:
            found.add("arabic")
        elif 0x0590 <= code <= 0x05FF:
            found.add("hebrew")
        elif 0x0900 <= code <= 0x097F:
            found.add("devanagari")
        elif 0x0370 <= code <= 0x03FF or 0x1F00 <= code <= 0x1FFF:
            found.add("greek")
        elif char.isascii() and char.isalpha() or 0xC0 <= code <= 0x24F or 0x1E00 <= code <= 0x1EFF:
            found.add("latin")
        elif unicodedata.combining(char):
            continue
        else:
            return None
    if found == {"han", "kana"}:
        return "kana"
    if "digits" in found and len(found) == 2:
        return None if "digits" in found and len(text) > 12 else (found - {"digits"}).pop()
    return found.pop() if len(found) == 1 else None


UNSPACED = {"han", "kana", "thai"}


def build(e5: Path, use: Path, stretches, out: Path, words: Path, log=print):
    """`stretches(lines)` brings texts to the tokeniser's stretches, by its own code."""
    raw = {}
    for source in (e5_pieces(e5), use_pieces(use)):
        for piece, score in source:
            if score >= 0 or piece.startswith("<"):
                continue
            bare = piece.replace(MARK, "")
            if bare and MARK not in piece[1:]:
                raw[piece] = max(raw.get(piece, -99.0), score)
    keys = sorted(raw)
    normal = stretches([k.replace(MARK, "") for k in keys])
    pieces = {}
    for key, line in zip(keys, normal):
        found = line.split(" ")
        if len(found) != 1 or not found[0]:
            continue
        text = found[0].replace(MARK, "")
        kind = script(text)
        if kind is None or (kind == "digits" and len(text) > 4):
            continue
        name = text if kind in UNSPACED or not key.startswith(MARK) else MARK + text
        pieces[name] = np.logaddexp(pieces.get(name, -99.0), raw[key])
    log(f"teacher pieces in normal form {len(pieces)}")

    # Whole words of the training text.
    counts, english = Counter(), Counter()
    for name, position, weight in (("pairs-en.tsv", (0, 1), 1), ("pairs-x.tsv", (1, 2), 1)):
        lines = []
        for line in (words / name).read_text("utf-8").split("\n"):
            cells = line.split("\t")
            if len(cells) >= 3:
                lines.extend((cells[p], "en" if name == "pairs-en.tsv" or p == 2 else cells[0]) for p in position)
        unique = sorted(set(lines))
        for (text, lang), line in zip(unique, stretches([t for t, _ in unique])):
            for item in line.split(" "):
                if item.startswith(MARK):
                    counts[item] += weight
                    if lang == "en":
                        english[item] += weight
    total = sum(counts.values())
    for word, count in counts.items():
        kind = script(word[1:])
        if kind in (None, "digits") or len(word) > 25 or len(word) < 3:
            continue
        floor = 6 if kind == "latin" else 4
        if count >= floor and word not in pieces:
            pieces[word] = float(np.log(count / total)) - 1.0
    thai = Counter()
    for line in (words / "words.tsv").read_text("utf-8").split("\n"):
        cells = line.split("\t")
        if len(cells) >= 3 and cells[0] == "th":
            thai[cells[1]] += int(cells[2])
    size = sum(thai.values())
    for word, line in zip(thai, stretches(list(thai))):
        if " " not in line and script(line) == "thai" and thai[word] >= 30 and line not in pieces and 1 < len(line) < 20:
            pieces[line] = float(np.log(thai[word] / size)) - 2.5

    # A word that the training text uses often is worth its place above its general probability.
    def rank(name):
        score = pieces[name]
        if name in counts:
            score = max(score, float(np.log(counts[name] / total)))
        return score

    chosen = {}
    groups = {}
    for name in pieces:
        groups.setdefault(script(name.replace(MARK, "")), []).append(name)
    for kind, names in sorted(groups.items()):
        names.sort(key=lambda n: (-rank(n), n))
        short = [n for n in names if len(n.replace(MARK, "")) == 1]
        places = PLACES.get(kind, 1500)
        if kind == "han":
            short = short[:5500]
        keep = dict.fromkeys(short + names)
        for name in list(keep)[: max(places, len(short))]:
            chosen[name] = pieces[name]
        log(f"pieces {kind} {min(len(keep), max(places, len(short)))} of {len(names)}")
    order = sorted(chosen, key=lambda n: (-chosen[n], n))
    (out / "pieces.txt").write_text("\n".join(order) + "\n", "utf-8")
    np.minimum(np.array([chosen[n] for n in order], "<f4"), -1e-3).tofile(out / "scores.f32")
    np.array([english[n] for n in order], "<f4").tofile(out / "english.f32")
    log(f"pieces {len(order)}, bytes {(out / 'pieces.txt').stat().st_size}")
    return order
