/**
 * Maps strings that look alike to one string, for the two comparison forms of the lint.
 *
 * The skeleton is that of UTS 39 (the `unhomoglyph` table), then `i l 1 |` and `o 0` taken as one each. Beyond UTS 39
 * the accents of Latin, Greek, Cyrillic, Hebrew, Arabic and Syriac are dropped, since leaving them out (or adding one to
 * every letter) is the cheapest of all disguises; the vowel signs of Indic scripts, Thai and kana are letters to their
 * readers and stay. A prototype may be longer than its character (`m` → `rn`), on both sides alike.
 *
 * Not for display, identity or search: a skeleton is only ever compared with another skeleton.
 */
import unhomoglyph from "unhomoglyph";
import { composeText, foldCase } from "./normalize-text.ts";

/** Case folded first, then made a skeleton: `I` meets `i` and `l`. Cost: linear, cached per character. */
export function foldSkeleton(s: string): string {
	return skeleton(foldCase(composeText(s)));
}

/** Made a skeleton first, then case folded: a Cyrillic `Н` meets `H` and so `h`. Cost: linear, cached per character. */
export function skeletonFold(s: string): string {
	return skeletonFoldComposed(composeText(s));
}

/** `foldSkeleton` of a string that `composeText` has already seen. */
export function foldSkeletonComposed(composed: string): string {
	return skeleton(foldCase(composed));
}

/** `skeletonFold` of a string that `composeText` has already seen. */
export function skeletonFoldComposed(composed: string): string {
	return skeleton(composed);
}

/** The skeleton of a composed string, case folded at the end because prototypes come in both cases. */
function skeleton(s: string): string {
	let result = "";
	for (let at = 0; at < s.length; at++) {
		const unit = s.charCodeAt(at);
		if (unit < 0x80) {
			result += ascii[unit];
		} else {
			const codePoint = s.codePointAt(at) as number;
			if (codePoint > 0xffff) at++;
			result += skeletonOf(codePoint);
		}
	}
	return result;
}

function skeletonOf(codePoint: number): string {
	let result = cache.get(codePoint);
	if (result === undefined) {
		result = "";
		for (const part of String.fromCodePoint(codePoint).normalize("NFD"))
			result += prototypeOf(part);
		cache.set(codePoint, result);
	}
	return result;
}

function prototypeOf(char: string): string {
	if (DROPPED_MARK.test(char)) return "";
	const prototype = unhomoglyph(char);
	const bare = ANY_MARK.test(char)
		? prototype
		: prototype.normalize("NFD").replace(DROPPED_MARKS, "");
	const folded = foldCase((bare === "" ? char : bare).normalize("NFKC"));
	return folded.replace(LIKE_L, "l").replace(LIKE_O, "o");
}

const DROPPED_MARK =
	/^(?![\u3099\u309a])(?=\p{M})[\p{Script=Inherited}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}]$/u;
const DROPPED_MARKS = /(?![\u3099\u309a])(?=\p{M})\p{Script=Inherited}/gu;
const ANY_MARK = /\p{M}/u;
const LIKE_L = /[i1|]/g;
const LIKE_O = /0/g;

const cache = new Map<number, string>();
const ascii: readonly string[] = Array.from({ length: 0x80 }, (_, unit) =>
	prototypeOf(String.fromCharCode(unit)),
);
