/**
 * Looks for a word, a number or a name among candidates: which of them raises the released score most?
 *
 * The attacker first looks for questions that the fragment answers to, then asks each of them with each candidate.
 */
import type { QueryTools, ScoreOracle } from '../attack/recover-vector.ts';
import type { Random } from '../attack/seeded-random.ts';
import type { ProbeSecret } from './probe-target.ts';
import { comparable } from './score-oracle.ts';

/** Where the true value came out. */
export interface SecretRank {
  /** 1 is first; values that score alike share their mean rank. */
  readonly rank: number;
  /** Values it was ranked among, from 1. */
  readonly candidates: number;
  /** Questions asked, from 0. */
  readonly asked: number;
}

/** Ranks the candidates of one secret. */
export async function rankSecret(
  tools: QueryTools,
  { target, candidates, value }: ProbeSecret,
  ask: ScoreOracle,
  random: Random,
  { scouting = 24, carriers: most = 4 }: { scouting?: number; carriers?: number } = {},
): Promise<SecretRank> {
  let asked = 0;
  const score = async (text: string): Promise<number> => {
    asked++;
    const [vector = new Float32Array()] = await tools.embedder.embed([text], { purpose: 'query' });
    return comparable(await ask(text, vector));
  };
  const scouts = [target.face, ''];
  for (let at = 2; at < scouting; at++)
    scouts.push(
      at % 2 === 0 ? `${target.face} ${tools.draw(random.between(2, 8))}` : tools.draw(random.between(4, 12)),
    );
  const scouted: { text: string; score: number }[] = [];
  for (const text of scouts) {
    const reached = text === '' ? tools.floor : await score(text);
    if (reached < tools.cap - 0.05) scouted.push({ text, score: reached });
  }
  const carriers = scouted.sort((a, b) => b.score - a.score).slice(0, most);
  const totals = new Map<string, number>();
  for (const carrier of carriers)
    for (const candidate of candidates)
      totals.set(
        candidate,
        (totals.get(candidate) ?? 0) + (await score(`${candidate} ${carrier.text}`.trim())),
      );
  const mine = totals.get(value) ?? 0;
  const others = candidates.filter((candidate) => candidate !== value).map((each) => totals.get(each) ?? 0);
  const better = others.filter((each) => each > mine + TIE).length;
  const same = others.filter((each) => Math.abs(each - mine) <= TIE).length;
  return { rank: 1 + better + same / 2, candidates: candidates.length, asked };
}

const TIE = 1e-9;
