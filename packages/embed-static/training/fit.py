"""Makes the rows: a start from the teachers' vectors of the pieces, then regression by contrast over the training pairs.

Start: USE multilingual v3 gives each piece a vector all its languages share; MiniLM adds what English words mean to a
retrieval encoder (predicted by ridge regression where it has no say); multilingual-e5-small stands in where USE's
vocabulary does not reach (Hebrew, Hindi, most of Vietnamese), mapped by ridge regression. The joined vectors are
centred and reduced to 256 axes by PCA, weighted by inverse frequency, and each gets a random direction of its own, so
that a rare word stays itself.

Regression: the two sides of a pair (term and definition, sentence and the rest of its text, text and translation) are
pulled together against the other texts of the batch (InfoNCE, both ways) by Adam on the rows the batch touches.

Everything is seeded; BLAS runs on one thread, so equal inputs on one kind of processor give equal rows.
"""

import time

import numpy as np
import scipy.sparse as sparse

DIMENSIONS = 256
BUCKETS = 4096
ENGLISH_BUCKETS = 2048
TEMPERATURE = 0.05
BATCH = 512
RATE = 0.004
SIF = 1e-4
SHARE_CROSSED = 0.45
OWN_DIRECTION = 1.0
LANGUAGE_CAP = {"th": 60000}
LANGUAGE_CAP_OTHERS = 45000


def unit(rows):
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)


def ridge(a, b, penalty=10.0):
    return np.linalg.solve(a.T @ a + penalty * np.eye(a.shape[1], dtype=a.dtype), a.T @ b)


def bags(offsets, ids, width):
    """The texts as rows of counts, repeats damped to 1 + ln n as the runtime does."""
    rows = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
    bag = sparse.csr_matrix((np.ones(len(ids), np.float32), (rows, ids)), shape=(len(offsets) - 1, width))
    bag.sum_duplicates()
    bag.data = (1 + np.log(bag.data)).astype(np.float32)
    return bag


def start_rows(scores, use, use_knows, e5, mini, buckets=BUCKETS, log=print):
    """`e5` and `mini` are pairs (ids of the pieces, vectors)."""
    use = use.astype(np.float32) - use[use_knows].astype(np.float32).mean(0)
    ids, vectors = e5
    vectors = unit(vectors.astype(np.float32) - vectors.astype(np.float32).mean(0))
    known = use_knows[ids]
    guess = vectors @ ridge(vectors[known], use[ids[known]])
    log(f"e5 → use, share of variance {1 - ((guess[known] - use[ids[known]]) ** 2).sum() / (use[ids[known]] ** 2).sum():.3f}")
    gain = np.linalg.norm(use[ids[known]], axis=1).mean() / np.linalg.norm(guess[known], axis=1).mean()
    use[~use_knows] = 0
    use[ids[~known]] = guess[~known] * gain
    ids, vectors = mini
    vectors = vectors.astype(np.float32) - vectors.astype(np.float32).mean(0)
    english = use @ ridge(use[ids], vectors)
    english[ids] = vectors
    joined = np.concatenate([use, 0.7 * english], 1)
    joined -= joined.mean(0)
    emphasis = np.sqrt(np.exp(np.clip(scores, -16, -6)))[:, None]
    values, axes = np.linalg.eigh((joined * emphasis).T @ (joined * emphasis))
    log(f"PCA keeps {values[-DIMENSIONS:].sum() / values.sum():.3f}")
    reduced = joined @ axes[:, ::-1][:, :DIMENSIONS]
    reduced /= np.linalg.norm(reduced, axis=1).mean()
    random = np.random.default_rng(0)
    own = unit(random.normal(size=(len(scores) + buckets, DIMENSIONS)).astype(np.float32))
    rows = OWN_DIRECTION * own
    rows[: len(scores)] += reduced
    weight = np.full(len(rows), 0.3, np.float32)
    weight[: len(scores)] = SIF / (SIF + np.exp(scores))
    return (rows * weight[:, None]).astype(np.float32)


class Pairs:
    """Draws batches of pairs without replacement, reshuffled when they run out."""

    def __init__(self, pairs, random):
        self.pairs, self.random, self.at = pairs, random, len(pairs)

    def draw(self, size):
        if self.at + size > len(self.pairs):
            self.order, self.at = self.random.permutation(len(self.pairs)), 0
        self.at += size
        return self.pairs[self.order[self.at - size : self.at]]


def contrast(left, right, same):
    """Loss of the two-way InfoNCE and the gradients by both sides; `same` marks pairs that are no counter-examples."""
    size = len(left)
    logits = left @ right.T / TEMPERATURE
    logits[same] = -50
    across = np.exp(logits - logits.max(1, keepdims=True))
    across /= across.sum(1, keepdims=True)
    down = np.exp(logits - logits.max(0, keepdims=True))
    down /= down.sum(0, keepdims=True)
    loss = -0.5 * (np.log(np.diag(across) + 1e-9).mean() + np.log(np.diag(down) + 1e-9).mean())
    gradient = (across + down) / 2
    gradient[np.arange(size), np.arange(size)] -= 1
    gradient /= size * TEMPERATURE
    return loss, gradient @ right, gradient.T @ left


def train(rows, texts, sets, steps, seed, rate=RATE, log=print, every=100):
    """Moves `rows` in place. `sets` is a list of (share, pairs of text numbers)."""
    random = np.random.default_rng(seed)
    draws = [(share, Pairs(pairs, random)) for share, pairs in sets]
    first, second, visits = np.zeros_like(rows), np.zeros_like(rows), np.zeros(len(rows), np.int32)
    losses, began = [[] for _ in sets], time.time()
    for step in range(steps):
        which = int(random.choice(len(draws), p=[share for share, _ in draws]))
        batch = draws[which][1].draw(BATCH)
        bag = texts[np.concatenate([batch[:, 0], batch[:, 1]])]
        touched, local = np.unique(bag.indices, return_inverse=True)
        bag = sparse.csr_matrix((bag.data, local.astype(np.int32), bag.indptr), shape=(2 * BATCH, len(touched)))
        mine = rows[touched]
        sums = bag @ mine
        length = np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-6)
        vectors = sums / length
        same = (batch[:, 1][:, None] == batch[:, 1][None, :]) | (batch[:, 0][:, None] == batch[:, 0][None, :])
        np.fill_diagonal(same, False)
        loss, left, right = contrast(vectors[:BATCH], vectors[BATCH:], same)
        losses[which].append(float(loss))
        slope = np.concatenate([left, right])
        slope = (slope - (slope * vectors).sum(1, keepdims=True) * vectors) / length
        slope = np.asarray(bag.T @ slope, dtype=np.float32)
        visits[touched] += 1
        first[touched] = 0.9 * first[touched] + 0.1 * slope
        second[touched] = 0.99 * second[touched] + 0.01 * slope * slope
        seen = visits[touched][:, None]
        pace = rate * min(1, (step + 1) / 50) * max(0.05, 1 - step / steps)
        move = (first[touched] / (1 - 0.9**seen)) / (np.sqrt(second[touched] / (1 - 0.99**seen)) + 1e-8)
        rows[touched] = mine - np.float32(pace) * move.astype(np.float32)
        if (step + 1) % every == 0:
            log(f"step {step + 1}/{steps} {time.time() - began:.0f} s, losses " + " ".join(f"{np.mean(x[-100:]):.3f}" if x else "-" for x in losses))
    return rows


def balanced(pairs, languages, seed=5):
    """At most so many pairs of a language, drawn by the seed."""
    random, kept = np.random.default_rng(seed), []
    for name in np.unique(languages):
        ids = np.flatnonzero(languages == name)
        kept.append(random.permutation(ids)[: LANGUAGE_CAP.get(name, LANGUAGE_CAP_OTHERS)])
    return pairs[np.sort(np.concatenate(kept))]


def quantised(rows):
    """The rows as the runtime will read them: int8 with one scale a row."""
    scale = (np.abs(rows).max(1) / np.float32(127)).astype(np.float32)
    return (np.round(rows / scale[:, None]) * scale[:, None]).astype(np.float32)
