/**
 * Says from which character of the original each character of its composed form came.
 *
 * Composition works on clusters (a letter with its marks, a syllable of jamo), so the original is cut before every
 * character that cannot compose backward and each cluster is composed alone, code point by code point. Only needed to report a position, so it may be slower than the composition itself.
 */
import { hyphenJoins, isInvisible, keepLineEndHyphens } from './normalize-text.ts';

/**
 * Returns, for each UTF-16 unit of `composed`, the 0-based code point of `written` it came from; never falls.
 *
 * `composed` is `composeText(written)`.
 */
export function alignWritten(written: string, composed: string): Uint32Array {
  const { text, origins } = composeClusters(keepLineEndHyphens(written));
  const aligned = new Uint32Array(composed.length);
  const joins = hyphenJoins(text);
  let from = 0;
  let to = 0;
  for (const [start, end] of [...joins, [text.length, text.length] as const]) {
    while (from < start && to < aligned.length) aligned[to++] = origins[from++] as number;
    from = end;
  }
  // Joining may have composed two halves of a syllable: fewer units than origins, which the loop above has cut off.
  return aligned;
}

function composeClusters(visible: string): { text: string; origins: number[] } {
  const origins: number[] = [];
  let text = '';
  let cluster: string[] = [];
  let clusterOrigins: number[] = [];
  let origin = 0;
  const flush = (): void => {
    const composed = cluster.join('').normalize('NFKC');
    text += composed;
    origins.push(
      ...clusterSources(cluster, composed.length).map((source) => clusterOrigins[source] as number),
    );
    cluster = [];
    clusterOrigins = [];
  };
  for (const char of visible) {
    if (!isInvisible(char)) {
      if (!COMPOSES_BACKWARD.test(char) || cluster.length === MAX_CLUSTER) flush();
      cluster.push(char);
      clusterOrigins.push(origin);
    }
    origin++;
  }
  flush();
  return { text, origins };
}

/** For each unit of a composed cluster, the first of its code points after which that unit is there to stay. */
function clusterSources(cluster: readonly string[], composedLength: number): number[] {
  const lengths = cluster.map(
    (_, count) =>
      cluster
        .slice(0, count + 1)
        .join('')
        .normalize('NFKC').length,
  );
  return Array.from({ length: composedLength }, (_, unit) => {
    let first = cluster.length - 1;
    while (first > 0 && (lengths[first - 1] as number) > unit) first--;
    return first;
  });
}

// A stack of marks longer than this is not writing; cutting it bounds the work and may misplace what follows by its length.
const MAX_CLUSTER = 64;
// Marks; vowel and final jamo, old, compatible and half-width; half-width kana voicing; Kirat Rai vowel signs.
const COMPOSES_BACKWARD =
  /[\p{M}\u1160-\u11ff\ud7b0-\ud7ff\u3131-\u318e\uffa0-\uffdc\uff9e\uff9f\u{16d63}-\u{16d6a}]/u;
