/**
 * The version of the rules that a half of a generation is checked by.
 *
 * What was checked under another version counts as not checked: it stands in the validation record of a served half and
 * in the sources of private chunks. It does not stand in the sources of served chunks, which are compared when a half is
 * opened; a half that was written under older rules must open when it keeps the newer ones.
 */

/** Rises whenever a check of either half is added or made stricter. */
export const RULES = 'halves/2';
