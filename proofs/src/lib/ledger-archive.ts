/**
 * An archive for the proof of the ledger: private books of many passages that are all released as places, and the log of
 * its ledger, read here by other code than wrote it.
 */
import { createHmac } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runArchive, writeFolder } from '@archive/process';
import { createProse } from './invented-prose.ts';
import type { Random } from './seeded-random.ts';

/** Passages of each book. */
const PASSAGES = 260;
/** What one caller may get of a book of that size: max(100, 25 %). */
export const BUDGET = 100;
/** What all callers may get of it under `enforce`. */
export const BUDGET_OF_ALL = 200;
/** The books. */
export const BOOKS = ['book:shelf-1', 'book:shelf-2'] as const;

/** A built archive. */
export interface LedgerArchive {
  readonly folder: string;
  readonly out: string;
  /** Questions that find its passages. */
  readonly questions: readonly string[];
}

/** Writes and builds one. @throws {Error} with what the build printed */
export async function buildLedgerArchive(
  root: string,
  random: Random,
  global: 'alarm' | 'enforce',
): Promise<LedgerArchive> {
  const prose = createProse(random);
  const [folder, out] = [join(root, 'in'), join(root, 'out')];
  const questions: string[] = [];
  const files: Record<string, string> = {
    'archive.config.yaml': `name: Shelves
defaults: { raw: private }
ledger: { global: ${global} }
server:
  trustedProxies: [127.0.0.1]
  limits: { requestsPerMinute: 1000000, embeddingsPerDay: 100000000 }
collections:
  - { dir: shelf-1, kind: book, raw: private, exposure: locator, publicTitle: true, book: { title: Shelf 1, about: 'https://shelf.example/1' } }
  - { dir: shelf-2, kind: book, raw: private, exposure: locator, publicTitle: true, book: { title: Shelf 2, about: 'https://shelf.example/2' } }
`,
  };
  for (const shelf of ['shelf-1', 'shelf-2']) {
    let text = '';
    for (let at = 1; at <= PASSAGES; at++) {
      const body = prose.paragraph('latin', 14);
      text += `## ${prose.caption('latin')} ${at}\n\n${body}\n\n`;
      questions.push(body.split(' ').slice(0, 8).join(' '));
    }
    files[`${shelf}/01.md`] = `# ${shelf}\n\n${text}`;
  }
  writeFolder(folder, files);
  const { code, stdout, stderr } = await runArchive(['build', folder, '--out', out]);
  if (code !== 0) throw new Error(`the archive could not be built: ${stdout}${stderr}`);
  return { folder, out, questions };
}

/** What a client saw of a place. */
export interface SeenPlace {
  readonly entity: { readonly id: string };
  readonly locator: readonly { readonly scheme: string; readonly value: string; readonly end?: string }[];
  readonly attribution?: readonly {
    readonly name: string;
    readonly role?: string;
    readonly placeholder?: string;
  }[];
  readonly date?: string;
}

/** The places a ledger holds, by owner; `all` is everybody. Lines that a kill tore are left out, as a reader must. */
export function readPlaces(out: string): {
  owners: Map<string, Set<string>>;
  keyOf: (place: SeenPlace) => string;
} {
  const path = join(out, 'ledger', 'disclosures.log');
  const owners = new Map<string, Set<string>>();
  let secret = '';
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(1, -1) : [];
  for (const line of lines) {
    let items: unknown[][];
    try {
      items = JSON.parse(line.slice(9)) as unknown[][];
    } catch {
      continue;
    }
    for (const item of items) {
      if (item[0] === 'secret') {
        if (item[1] === 'faces') secret = String(item[2]);
        continue;
      }
      const [, owner, rows] = item as [number, string, [string, string, string, number][]];
      // Marks of the clock are lines of the log as well.
      if (!Array.isArray(rows)) continue;
      const mine = owners.get(owner) ?? new Set();
      owners.set(owner, mine);
      for (const [kind, work, member] of rows) if (kind === 'place') mine.add(`${work}/${member}`);
    }
  }
  const digest = (parts: readonly unknown[]): string =>
    createHmac('sha256', Buffer.from(secret, 'base64'))
      .update(JSON.stringify(parts))
      .digest('base64url')
      .slice(0, 16);
  return {
    owners,
    keyOf: ({ entity, locator, attribution = [], date }) =>
      `${digest(['work', entity.id])}/${digest([
        'place',
        entity.id,
        locator.map(({ scheme, value, end }) => [scheme, value, end ?? null]),
        attribution.map(({ name, role, placeholder }) => [name, role ?? null, placeholder ?? null]),
        date ?? null,
      ])}`,
  };
}
