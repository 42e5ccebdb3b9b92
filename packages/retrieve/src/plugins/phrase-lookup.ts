/**
 * Which of many phrases a query holds, without asking about each.
 *
 * A query that holds a phrase holds its letters and digits in one run, so the runs of the query are looked up: first by
 * their first characters, then by the lengths that phrases with such a beginning have. What is found is compared in full.
 */
import { containsPhrase } from '@archive/text';
import { lettersOf } from './letters-of.ts';

const PREFIX = 4;

/** Phrases, each with the numbers of those it belongs to. */
export class PhraseLookup {
  readonly #byLetters = new Map<string, Map<string, number[]>>();
  readonly #lengths = new Map<string, Set<number>>();

  /** Adds a phrase that belongs to a number. */
  add(phrase: string, owner: number): void {
    const letters = lettersOf(phrase);
    const prefix = letters.slice(0, PREFIX);
    entryOf(this.#lengths, prefix, () => new Set<number>()).add(letters.length);
    const phrases = entryOf(this.#byLetters, letters, () => new Map<string, number[]>());
    entryOf(phrases, phrase, () => []).push(owner);
  }

  /** The numbers of the phrases that a query holds as whole tokens. */
  heldBy(query: string): Set<number> {
    const letters = lettersOf(query);
    const runs = new Set<string>(this.#byLetters.has('') ? [''] : []);
    for (let at = 0; at < letters.length; at++) {
      for (let end = at + 1; end <= Math.min(at + PREFIX, letters.length); end++) {
        for (const length of this.#lengths.get(letters.slice(at, end)) ?? []) {
          const run = letters.slice(at, at + length);
          if (this.#byLetters.has(run)) runs.add(run);
        }
      }
    }
    const owners = new Set<number>();
    for (const run of runs) {
      for (const [phrase, belongTo] of this.#byLetters.get(run) ?? []) {
        if (containsPhrase(query, phrase)) for (const owner of belongTo) owners.add(owner);
      }
    }
    return owners;
  }
}

function entryOf<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}
