"""Fits what the header says of the finished rows: mean, floor, score cap, and the line of the sign-bit estimate.

All on training pairs. The floor lies above 97.5 % of the cosines of texts that have nothing to do with each other, the
cap at the 99th percentile of what honest queries (the short side of a pair) score best among passages with their own
among them; the line leads from √(π/2)·⟨q, signs⟩/√d to the cosine, by least squares.
"""

import numpy as np

from fit import unit

SAMPLE = 6000


def calibrate(rows, texts, english, crossed, seed=11, log=print):
    random = np.random.default_rng(seed)
    english = english[random.permutation(len(english))[:SAMPLE]]
    crossed = crossed[random.permutation(len(crossed))[:SAMPLE]] if len(crossed) else english[::-1]
    bare = lambda ids: unit(np.asarray(texts[ids] @ rows))
    mean = np.concatenate([bare(english[:, 1]), bare(crossed[:, 0]), bare(crossed[:, 1])]).astype(np.float64).mean(0).astype(np.float32)
    vectors = lambda ids: unit(bare(ids) - mean)
    query, passage, foreign, home = vectors(english[:, 0]), vectors(english[:, 1]), vectors(crossed[:, 0]), vectors(crossed[:, 1])
    half = len(english) // 2
    strangers = np.concatenate([query[: half // 2], foreign[: half // 4], home[: half // 4]]) @ np.concatenate([passage[half:], foreign[half:], home[half:]]).T
    floor = float(np.quantile(strangers, 0.975))
    shelf = np.concatenate([passage, home])
    best = (np.concatenate([query[:half], foreign[:half]]) @ shelf.T).max(1)
    cap = float(np.quantile(best, 0.99))
    asked, own = np.concatenate([query[:200], foreign[:200]]), np.concatenate([passage[:200], home[:200]])
    others = shelf[random.integers(0, len(shelf), 400)]
    signs = lambda x: np.where(x >= 0, 1.0, -1.0)
    factor = np.sqrt(np.pi / 2) / np.sqrt(rows.shape[1])
    estimate = np.concatenate([(factor * asked @ signs(others).T).ravel(), np.repeat(factor * (asked * signs(own)).sum(1), 20)])
    truth = np.concatenate([(asked @ others.T).ravel(), np.repeat((asked * own).sum(1), 20)])
    slope, offset = np.polyfit(estimate, truth, 1)
    worst = float(np.quantile((strangers < floor).mean(1), 0.05))
    log(f"mean {np.linalg.norm(mean):.3f} floor {floor:.4f} cap {cap:.4f} line {slope:.4f} {offset:.4f}; under the floor {np.mean(strangers < floor):.4f}, for 95 % of queries at least {worst:.4f}")
    return mean, {"floor": round(floor, 4), "scoreCap": round(min(cap, 0.9999), 4), "line": {"a": round(float(slope), 6), "c": round(float(offset), 6)}}
