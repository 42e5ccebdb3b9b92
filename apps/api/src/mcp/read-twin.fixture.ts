/**
 * Reads a text twin back into records, knowing only how it is written: the oracle for what the two twins say.
 */

/** What stands in a text twin: our facts, and the records between the marks under the name each has. */
export interface ReadTwin {
  facts: unknown;
  served: { name: string; record: unknown }[];
}

/** Reads a text twin. Leaves come back as strings. */
export function readTwin(text: string): ReadTwin {
  const key = /^\(begin ([0-9a-f]{18})\)$/m.exec(text)?.[1];
  const [outside = '', ...blocks] = text.split(`\n(begin ${key})\n`);
  const lines = outside.split('\n');
  const served: ReadTwin['served'] = [];
  let name = lines.at(-1) ?? '';
  for (const block of blocks) {
    const [body = '', after = '', ...more] = block.split(`\n(end ${key})`);
    if (more.length > 0) throw new Error('a record ends twice');
    served.push({ name, record: recordOf(body) });
    name = after.trim();
  }
  if (blocks.length > 0 && name !== '') throw new Error('something stands behind the last record');
  const facts = lines
    .filter((line) => /^\w+(?: \d+)?: /.test(line) && !line.startsWith('Whatever'))
    .join('\n');
  return { facts: recordOf(facts), served };
}

function recordOf(body: string): unknown {
  const at = /(?:^|\n)text:\n/.exec(body);
  const head = at === null ? body : body.slice(0, at.index);
  const record: Record<string, unknown> = {};
  for (const line of head === '' ? [] : head.split('\n')) {
    const [, label = '', value] = /^([A-Za-z]+(?: \d+(?: [A-Za-z]+)?)*): (.*)$/.exec(line) ?? [];
    if (value === undefined) throw new Error(`no line of a record: ${JSON.stringify(line)}`);
    put(record, label.split(' '), value);
  }
  if (at !== null) record['text'] = body.slice(at.index + at[0].length);
  return record;
}

function put(into: Record<string, unknown>, [name = '', ...path]: string[], value: string): void {
  if (path.length === 0) {
    if (name in into) throw new Error(`${name} is there twice`);
    into[name] = value;
    return;
  }
  const list = (into[name] ??= []) as unknown[];
  const position = Number(path[0]) - 1;
  const rest = path.slice(1);
  if (rest.length === 0) list[position] = value;
  else put((list[position] ??= {}) as Record<string, unknown>, rest, value);
}

/** A structured twin as a text twin can say it: leaves as strings, without what is null or empty. */
export function sayable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sayable);
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== null && !(Array.isArray(item) && item.length === 0))
      .map(([name, item]) => [name, sayable(item)]),
  );
}

/** Every string and number in a value. */
export function leavesOf(value: unknown): string[] {
  if (value === null || value === undefined) return [];
  return typeof value === 'object' ? Object.values(value).flatMap(leavesOf) : [String(value)];
}
