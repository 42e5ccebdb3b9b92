/**
 * Cuts a query down to what an honest question needs, so that one query measures a bounded number of things.
 *
 * A query within the bounds comes back untouched. Cutting drops repeats, order of punctuation and everything after the bounds.
 */
import { truncateCodePoints } from "./clip-text.ts";
import { normalizeText, composeText } from "./normalize-text.ts";
import { textParts } from "./text-parts.ts";

/** Bounds of `firstTokens`. */
export type TokenBounds = {
	/** Distinct words kept; default 40. */
	readonly maxTokens?: number;
	/** Code points kept of all unspaced stretches together; default 80. */
	readonly maxUnspacedChars?: number;
};

/**
 * Keeps the first distinct words and the first unspaced characters of a string.
 *
 * Returns the string itself when it has no repeated word, stays within both bounds and holds at most three characters
 * between two tokens; otherwise the kept tokens as written (visible characters, NFKC) with one space between them. Words are
 * distinct when their case folds differ. A string without tokens is cut to `maxUnspacedChars` code points.
 * Doing it twice is doing it once.
 */
export function firstTokens(
	s: string,
	{ maxTokens = 40, maxUnspacedChars = 80 }: TokenBounds = {},
): string {
	const text = composeText(s);
	const parts = textParts(text);
	if (parts.length === 0) return truncateCodePoints(s.trim(), maxUnspacedChars);
	const seen = new Set<string>();
	const kept: string[] = [];
	let charsLeft = maxUnspacedChars;
	let untouched = true;
	let end = 0;
	for (const part of parts) {
		if (part.start - end > MAX_GAP) untouched = false;
		end = part.start + part.text.length;
		if (part.kind === "word") {
			const folded = normalizeText(part.text);
			if (seen.has(folded) || seen.size >= maxTokens) untouched = false;
			else {
				seen.add(folded);
				kept.push(part.text);
			}
		} else {
			const cut = truncateCodePoints(part.text, charsLeft);
			if (cut !== part.text) untouched = false;
			charsLeft -= [...cut].length;
			if (cut !== "") kept.push(cut);
		}
	}
	return untouched && text.length - end <= MAX_GAP ? s : kept.join(" ");
}

const MAX_GAP = 3;
