/**
 * What a judged set is: passages, questions, and which passage answers which question.
 *
 * Says nothing about files or rankers. A set whose questions may be answered from a part of the passages only gives both
 * the same `group`; whoever ranks must stay within it.
 */

/** A text that can be found. */
export interface Passage {
  readonly id: string;
  /** Empty when the passage has none. */
  readonly title: string;
  readonly text: string;
  /** Only questions of the same group may find it; absent when every question may. */
  readonly group?: string;
}

/** A text to find passages with. */
export interface Question {
  readonly id: string;
  readonly text: string;
  readonly group?: string;
}

/** Passages, questions and judgements; every question has at least one judged passage. */
export interface JudgedSet {
  /** Such as `scifact` or `xquad-en-zh`: languages of questions and of passages when they differ. */
  readonly name: string;
  /** ISO 639-1 codes. */
  readonly language: { readonly questions: string; readonly passages: string };
  readonly passages: readonly Passage[];
  readonly questions: readonly Question[];
  /** By question id, then by passage id: how well it answers, above 0. */
  readonly judgements: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

/** The string that rankers and embedders are given for a passage: title and text, as a first paragraph and the rest. */
export function passageString({ title, text }: Passage): string {
  return title === '' ? text : `${title}\n\n${text}`;
}

/** Positions in `passages` that a question may find. */
export function candidatesOf(set: JudgedSet): (question: Question) => Int32Array {
  const all = Int32Array.from(set.passages.keys());
  const byGroup = new Map<string, Int32Array>();
  return ({ group }) => {
    if (group === undefined) return all;
    let within = byGroup.get(group);
    if (within === undefined) {
      within = all.filter((at) => set.passages[at]?.group === group);
      byGroup.set(group, within);
    }
    return within;
  };
}
