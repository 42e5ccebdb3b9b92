/**
 * The accounting of decisions 1.6 done the slow way, for comparison: a list of everything that was ever given out, read
 * from the beginning for every question, and hits given out one after the other in released order.
 *
 * It knows works and faces by their words and shares no code with the ledger.
 */
import type { EvidenceHit } from '@archive/contract';

interface Given {
  caller: string;
  work: string;
  /** What was given: the words of a description, a place, a place that came with one, or an answer to a question. */
  what: 'gist' | 'place' | 'known' | 'question';
  thing: string;
  at: number;
  /** Not counted for all: the place of a description somebody has, given out when there were no more places for all. */
  free: boolean;
}

/** A question of a caller at a moment. */
export interface SlowQuestion {
  caller: string;
  question: string | undefined;
  candidates: readonly EvidenceHit[];
  served: (work: string) => number;
  limit: number;
  at: number;
}

const DAY = 24 * 60 * 60 * 1000;

/** Gives out hits and remembers all of it. */
export class SlowLedger {
  readonly #given: Given[] = [];
  readonly #enforced: boolean;

  constructor(enforced: boolean) {
    this.#enforced = enforced;
  }

  /** What the caller gets, as `exposure fragment score`. */
  answer({ caller, question, candidates, served, limit, at }: SlowQuestion): string[] {
    const live = this.#given.filter((row) => at - row.at < DAY);
    const things = (what: Given['what'], work: string, mine: boolean): Set<string> =>
      new Set(
        live
          .filter(
            (row) => row.what === what && row.work === work && (mine ? row.caller === caller : !row.free),
          )
          .map(({ thing }) => thing),
      );
    const scored = candidates.map((hit) => {
      const questions = (mine: boolean): number =>
        things('question', `${hit.entity.id} ${place(hit)}`, mine).size;
      const fixed =
        hit.raw === 'private' &&
        question !== undefined &&
        (questions(true) >= 24 || (this.#enforced && questions(false) >= 2000));
      const spent =
        hit.raw === 'private' &&
        question !== undefined &&
        questions(true) >= 48 &&
        !things('question', `${hit.entity.id} ${place(hit)}`, true).has(question);
      return { hit, spent, score: fixed ? 0.2 : hit.score };
    });
    scored.sort((a, b) => b.score - a.score || (a.hit.fragmentId < b.hit.fragmentId ? -1 : 1));
    const answer: string[] = [];
    const give = (what: Given['what'], work: string, thing: string, free = false): void => {
      // What the caller has stays as old as it is.
      if (things(what, work, true).has(thing)) return;
      const row = { caller, work, what, thing, at, free };
      live.push(row);
      this.#given.push(row);
    };
    for (const { hit, spent, score } of scored) {
      if (answer.length === limit) break;
      if (spent) continue;
      const shown = hit.raw === 'public' ? hit.exposure : this.#shown(hit, served(hit.entity.id), things);
      if (shown === undefined) continue;
      answer.push(`${shown} ${hit.fragmentId} ${score}`);
      if (hit.raw === 'public') continue;
      const work = hit.entity.id;
      if (shown === 'semantic') {
        give('gist', work, `${place(hit)} ${words(hit)}`);
        give('known', work, place(hit));
      } else if (!things('known', work, true).has(place(hit))) {
        const all = things('place', work, false);
        const isFull = all.size >= 2 * budgets(served(work)).places;
        give('place', work, place(hit), isFull && !all.has(place(hit)));
      }
      if (question !== undefined) give('question', `${work} ${place(hit)}`, question);
    }
    return answer;
  }

  #shown(
    hit: EvidenceHit,
    served: number,
    things: (what: Given['what'], work: string, mine: boolean) => Set<string>,
  ): 'semantic' | 'locator' | undefined {
    const work = hit.entity.id;
    const { gists, places } = budgets(served);
    if (hit.exposure === 'semantic') {
      const gist = `${place(hit)} ${words(hit)}`;
      const [mine, all] = [things('gist', work, true), things('gist', work, false)];
      if (mine.has(gist)) return 'semantic';
      if (mine.size < gists && (!this.#enforced || all.has(gist) || all.size < 2 * gists)) return 'semantic';
    }
    const [mine, all] = [things('place', work, true), things('place', work, false)];
    if (mine.has(place(hit)) || things('known', work, true).has(place(hit))) return 'locator';
    const isOut = all.has(place(hit)) || things('known', work, false).has(place(hit));
    return mine.size < places && (!this.#enforced || isOut || all.size < 2 * places) ? 'locator' : undefined;
  }
}

function budgets(served: number): { gists: number; places: number } {
  return { gists: Math.max(20, Math.floor(served * 0.1)), places: Math.max(100, Math.floor(served * 0.25)) };
}

function place(hit: EvidenceHit): string {
  return hit.locator.map(({ scheme, value }) => `${scheme} ${value}`).join(' ');
}

function words(hit: EvidenceHit): string {
  return hit.exposure === 'semantic' ? hit.gist : '';
}
