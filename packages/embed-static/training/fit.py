"""Makes the rows: a start from the teachers' vectors of the pieces, then regression by contrast over the training pairs.

Start: USE multilingual v3 gives each piece a vector that all its languages share; MiniLM adds what English words mean
to a retrieval encoder (predicted by ridge regression where it has no say); where USE's vocabulary does not reach
(Hebrew, Hindi, much of Vietnamese) the token embeddings of multilingual-e5-small stand in, mapped by ridge regression.
The joined vectors are centred, turned onto their principal axes, the DROPPED largest left out and the next 256 whitened.
Each piece is brought to one length, gets a direction of its own that it shares in part with words spelled alike, so that
a rare word stays itself, and is weighted by its information, -ln p.

Regression: the two sides of a pair (term and definition, sentence and the rest of its text, text and translation) are
pulled together against the other texts of the batch (InfoNCE, both ways) by Adam on the rows the batch touches. English
passages are often lengthened by unrelated ones, and a query is often a handful of the passage's own tokens: so the rows
learn which words tell a long text apart.

Everything is seeded; BLAS runs on one thread, so equal inputs on one kind of processor give equal rows.
"""

import time
import zlib

import numpy as np
import scipy.sparse as sparse

DIMENSIONS = 256
BUCKETS = 4096
ENGLISH_BUCKETS = 2048
TEMPERATURE = 0.05
BATCH = 512
RATE = 0.002
ROUND = 100
DROPPED = 24
ENGLISH_TEACHER = 0.7
OWN_DIRECTION = 0.7
SHARE_CROSSED = 0.4
SHARE_LENGTHENED = 0.7
SHARE_SAMPLED = 0.4
LANGUAGE_CAP = {"th": 60000}
LANGUAGE_CAP_OTHERS = 45000
MARK = "\u2581"


def unit(rows):
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)


def ridge(a, b, penalty=10.0):
    return np.linalg.solve(a.T @ a + penalty * np.eye(a.shape[1], dtype=a.dtype), a.T @ b)


def bags(offsets, ids, width):
    """The texts as rows of counts."""
    rows = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
    bag = sparse.csr_matrix((np.ones(len(ids), np.float32), (rows, ids)), shape=(len(offsets) - 1, width))
    bag.sum_duplicates()
    return bag


def damped(bag):
    """Repeats damped to 1 + ln n, as the runtime does."""
    bag.data = (1 + np.log(bag.data)).astype(np.float32)
    return bag


def own_directions(pieces, buckets):
    """A seeded direction for each row; pieces in ASCII share theirs in part with pieces that share 3- to 5-grams."""
    random = np.random.default_rng(0)
    own = unit(random.normal(size=(len(pieces) + buckets, DIMENSIONS)).astype(np.float32))
    grams = unit(random.normal(size=(1 << 16, DIMENSIONS)).astype(np.float32))
    for row, piece in enumerate(pieces):
        if not piece.lstrip(MARK).isascii():
            continue
        text = ("<" + piece[1:] if piece[0] == MARK else piece) + ">"
        found = [zlib.crc32(text[at : at + n].encode()) & 65535 for n in (3, 4, 5) for at in range(len(text) - n + 1)]
        if found:
            own[row] += grams[found].sum(0) / np.sqrt(np.float32(len(found)))
    return unit(own)


def start_rows(pieces, scores, use, knows, e5, mini, buckets=BUCKETS, log=print):
    """`e5` is (which pieces it has, their embeddings or zeros), `mini` is (ids of the pieces, vectors)."""
    use = use.astype(np.float32) - use[knows].astype(np.float32).mean(0)
    has, vectors = e5
    both = np.flatnonzero(has & knows)
    vectors = unit(vectors.astype(np.float32) - vectors[both].astype(np.float32).mean(0))
    guess = vectors @ ridge(vectors[both], use[both])
    log(f"e5 → use, share of variance {1 - ((guess[both] - use[both]) ** 2).sum() / (use[both] ** 2).sum():.3f}")
    gain = np.linalg.norm(use[both], axis=1).mean() / np.linalg.norm(guess[both], axis=1).mean()
    use[~knows] = 0
    use[has & ~knows] = guess[has & ~knows] * gain
    ids, vectors = mini
    vectors = vectors.astype(np.float32) - vectors.astype(np.float32).mean(0)
    english = use @ ridge(use[ids], vectors)
    english[ids] = vectors
    joined = np.concatenate([use, ENGLISH_TEACHER * english], 1)
    joined -= joined.mean(0)
    emphasis = np.sqrt(np.exp(np.clip(scores, -16, -6)))[:, None]
    values, axes = np.linalg.eigh((joined * emphasis).T @ (joined * emphasis))
    values, axes = values[::-1][DROPPED : DROPPED + DIMENSIONS], axes[:, ::-1][:, DROPPED : DROPPED + DIMENSIONS]
    rows = OWN_DIRECTION * own_directions(pieces, buckets)
    rows[: len(pieces)] += unit((joined @ axes) / np.sqrt(values))
    weight = np.full(len(rows), 0.3, np.float32)
    weight[: len(pieces)] = np.clip(-scores - 4, 0.05, 12) / 8
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


def joined_bags(texts, batch, random, english, passages):
    """The two sides of a batch as damped bags; English ones sampled and lengthened in their shares."""
    left, right = texts[batch[:, 0]], texts[batch[:, 1]]
    if english and random.random() < SHARE_SAMPLED:
        sampled = right.copy()
        sampled.data = sampled.data * (random.random(len(sampled.data)) < random.uniform(0.15, 0.5))
        sampled.eliminate_zeros()
        empty = (np.diff(sampled.indptr) == 0).astype(np.float32)
        left = sampled + sparse.diags(empty) @ right
    if english and random.random() < SHARE_LENGTHENED:
        more = int(random.integers(1, 6))
        others = passages[random.integers(0, len(passages), more * len(batch))]
        spread = sparse.csr_matrix((np.ones(len(others), np.float32), (np.repeat(np.arange(len(batch)), more), np.arange(len(others)))), shape=(len(batch), len(others)))
        right = right + spread @ texts[others]
    return damped(sparse.vstack([left, right]).tocsr().astype(np.float32))


def train(rows, texts, english, crossed, steps, seed, rate=RATE, log=print, after=None):
    """Moves `rows` in place, in rounds that begin fast and end slow; `after(step)` is called at the end of each."""
    random = np.random.default_rng(seed)
    size = np.diff(texts.indptr)
    passages = np.unique(english[:, 1])
    passages = passages[size[passages] >= 8]
    home, abroad = Pairs(english, random), Pairs(crossed, random) if len(crossed) else None
    began = time.time()
    for start in range(0, steps, ROUND):
        first, second, visits = np.zeros_like(rows), np.zeros_like(rows), np.zeros(len(rows), np.int32)
        losses = {True: [], False: []}
        for step in range(ROUND):
            is_english = abroad is None or random.random() >= SHARE_CROSSED
            batch = (home if is_english else abroad).draw(BATCH)
            same = (batch[:, 1][:, None] == batch[:, 1][None, :]) | (batch[:, 0][:, None] == batch[:, 0][None, :])
            np.fill_diagonal(same, False)
            bag = joined_bags(texts, batch, random, is_english, passages)
            touched, local = np.unique(bag.indices, return_inverse=True)
            bag = sparse.csr_matrix((bag.data, local.astype(np.int32), bag.indptr), shape=(2 * BATCH, len(touched)))
            mine = rows[touched]
            sums = bag @ mine
            length = np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-6)
            vectors = sums / length
            loss, left, right = contrast(vectors[:BATCH], vectors[BATCH:], same)
            losses[is_english].append(float(loss))
            slope = np.concatenate([left, right])
            slope = (slope - (slope * vectors).sum(1, keepdims=True) * vectors) / length
            slope = np.asarray(bag.T @ slope, dtype=np.float32)
            visits[touched] += 1
            first[touched] = 0.9 * first[touched] + 0.1 * slope
            second[touched] = 0.99 * second[touched] + 0.01 * slope * slope
            seen = visits[touched][:, None]
            pace = np.float32(rate * min(1, (step + 1) / 50) * max(0.05, 1 - step / ROUND))
            move = (first[touched] / (1 - 0.9**seen)) / (np.sqrt(second[touched] / (1 - 0.99**seen)) + 1e-8)
            rows[touched] = mine - pace * move.astype(np.float32)
        log(f"step {start + ROUND}/{steps} {time.time() - began:.0f} s, losses " + " ".join(f"{np.mean(x):.3f}" if x else "-" for x in (losses[True], losses[False])))
        if after:
            after(start + ROUND)
    return rows


def balanced(languages, seed=5):
    """Which pairs stay when a language may have so many at most, drawn by the seed."""
    random, kept = np.random.default_rng(seed), []
    for name in np.unique(languages):
        ids = np.flatnonzero(languages == name)
        kept.append(random.permutation(ids)[: LANGUAGE_CAP.get(name, LANGUAGE_CAP_OTHERS)])
    return np.sort(np.concatenate(kept))


def quantised(rows):
    """The rows as the runtime will read them: int8 with one scale a row."""
    scale = (np.abs(rows).max(1) / np.float32(127)).astype(np.float32)
    return (np.round(rows / scale[:, None]) * scale[:, None]).astype(np.float32)
