"""Fits what the header says of the finished rows: mean, floor, score cap, and the line of the sign-bit estimate.

All on training pairs. The floor lies above 99 % of the cosines of an English question with the answer to another. The same
quantile is told of texts of other languages, and is not used: they are lines of catalogues, which repeat themselves, so that
drawing two of them is no draw of strangers, and a floor by them leaves short questions without an answer. The cap is the 99th percentile
of what honest queries, the short side of an English pair (5 different
tokens or more, of 25 or more), score best among passages with their own among them. The line
leads from √(π/2)·⟨q, signs⟩/√d to the cosine, by least squares.
"""

import numpy as np

from fit import damped, unit

SAMPLE = 6000
QUIET = 0.99


def calibrate(rows, texts, english, crossed, languages, seed=11, log=print):
    """`languages` names the language of each pair of `crossed`. Gives the mean and the fields of the header."""
    random = np.random.default_rng(seed)
    size = np.diff(texts.indptr)
    english = english[(size[english[:, 0]] >= 5) & (size[english[:, 1]] >= 25)]
    english = english[random.permutation(len(english))[:SAMPLE]]
    bare = lambda ids: unit(np.asarray(damped(texts[ids]) @ rows))
    groups = {"en": english[:, 1]}
    for name in np.unique(languages):
        ids = crossed[languages == name, 0]
        ids = ids[size[ids] >= 6]
        groups[str(name)] = ids[random.permutation(len(ids))[:1500]]
    mean = np.concatenate([bare(english[:, 0]), *[bare(ids) for ids in groups.values() if len(ids)]]).astype(np.float64).mean(0).astype(np.float32)
    vectors = lambda ids: unit(bare(ids) - mean)
    query, passage = vectors(english[:, 0]), vectors(english[:, 1])
    half, floors = len(english) // 2, {}
    strangers = query[: half // 2] @ passage[half:].T
    floors["en"] = float(np.quantile(strangers, QUIET))
    for name, ids in groups.items():
        if name != "en" and len(ids) >= 400:
            found = vectors(ids)
            floors[name] = float(np.quantile(found[: len(ids) // 2] @ found[len(ids) // 2 :].T, QUIET))
    floor = floors["en"]
    best = (query[:half] @ passage.T).max(1)
    cap = float(np.quantile(best, 0.99))
    signs = lambda x: np.where(x >= 0, 1.0, -1.0)
    factor = np.sqrt(np.pi / 2) / np.sqrt(rows.shape[1])
    asked, own, others = query[:400], passage[:400], passage[half : half + 400]
    estimate = np.concatenate([(factor * asked @ signs(others).T).ravel(), np.repeat(factor * (asked * signs(own)).sum(1), 20)])
    truth = np.concatenate([(asked @ others.T).ravel(), np.repeat((asked * own).sum(1), 20)])
    slope, offset = np.polyfit(estimate, truth, 1)
    log(f"mean {np.linalg.norm(mean):.3f} floor {floor:.4f} cap {cap:.4f} line {slope:.4f} {offset:.4f}; {QUIET} quantile of strangers by language " + " ".join(f"{k} {v:.3f}" for k, v in floors.items()))
    return mean, {"floor": round(floor, 4), "scoreCap": round(min(cap, 0.9999), 4), "line": {"a": round(float(slope), 6), "c": round(float(offset), 6)}}
