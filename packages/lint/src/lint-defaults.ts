/**
 * The sizes the lint uses unless a work states its own.
 *
 * Five words is where description of prose ends and quotation begins: at four, function-word runs of any honest
 * description trip. Changing a figure here changes verdicts on stored gists and needs a changeset that says so.
 */

/** Longest travelling string other than a gist, in code points: a caption. */
export const PUBLIC_SAFE_MAX_CHARS = 120;
/** Longest gist, in code points, unless a work states another: two or three sentences. */
export const GIST_MAX_CHARS = 400;
/** Shared run that trips, in words of scripts written with spaces, unless a work states another. */
export const GIST_NGRAM_WORDS = 5;
/** Shared run that trips, in code points of Han, kana, Bopomofo and Yi; Thai and its kin use twice as many. */
export const GIST_NGRAM_CHARS = 12;
/** Most words one declared term may have (decisions 2.7). */
export const TERM_MAX_WORDS = 6;
/** Words all declared terms of a work may have together, whatever its length (decisions 2.7). */
export const TERMS_MIN_ALLOWANCE_WORDS = 20;
/** Share of the words of a work that its declared terms may have together (decisions 2.7). */
export const TERMS_MAX_SHARE = 0.02;
/** Share of the content words of a gist found in order in one source window above which a person must look (decisions 2.8). */
export const COVERAGE_REVIEW_ABOVE = 0.7;
