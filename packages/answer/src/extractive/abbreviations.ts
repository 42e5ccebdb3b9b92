/**
 * Closed lists that say when a full stop does not end a sentence.
 *
 * Only forms that hardly ever stand at an end: `etc.` and `Inc.` do, so they are not here, and "No." counts only before a
 * number.
 */

const list = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Followed by a name or by the rest of the sentence; lower case, without the last stop. */
export const ABBREVIATIONS = list(
  'dr mr mrs ms messrs prof st mt ft rev hon gen col capt cmdr lt sgt gov sen rep pres supt fr ' +
    'e.g i.e eg ie vs viz cf al resp approx incl ' +
    'hr frl z.b d.h u.a bzw ggf evtl vgl sog ' +
    'mme mlle mm p.ex ' +
    'sra srta dra ud uds p.ej',
);

/** Only before a number. */
export const ABBREVIATIONS_BEFORE_NUMBERS = list(
  'no nos nr núm fig figs eq eqs vol vols ch chap sec sect par p pp s art arts bk ed app ref refs tab col l ll n nn v vv ' +
    'op opp bd abs kap jan feb mar apr jun jul aug sep sept oct nov dec ca c fl b d',
);

/** After an ordinal: "am 3. Mai". */
export const GERMAN_MONTHS = list(
  'Januar Februar März April Mai Juni Juli August September Oktober November Dezember Jahrhundert Jahrhunderts Jahrhunderte',
);

/** Words with which sentences begin and names do not go on. */
export const SENTENCE_OPENERS = list(
  'The A An In On At It Its He His She Her They Their We Our You This That These Those There Then But And Or So If When ' +
    'While After Before Since However For As To From With No Not What Who Why How Where Here Der Die Das Ein Eine Er Sie ' +
    'Es Und Aber Le La Les Un Une Il Elle El Los Las Una',
);
