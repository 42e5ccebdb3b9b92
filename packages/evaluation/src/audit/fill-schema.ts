/**
 * Makes a value that a JSON schema describes, with one text in the place of every string.
 *
 * Near enough for an attack: patterns are not met, and a union gives its first member.
 */

/** An object of JSON. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** How to fill. */
export interface FillOptions {
  /** The document that references are relative to. */
  readonly root: JsonRecord;
  /** Fill optional fields too; default only what is required. */
  readonly isFull?: boolean;
}

/** Whether a value is an object of JSON and no list. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The schema that a schema refers to, itself when it refers to none; `{}` for a reference that leads nowhere. */
export function resolved(schema: JsonRecord, root: JsonRecord): JsonRecord {
  let found = schema;
  for (let step = 0; step < MOST_STEPS; step++) {
    const { $ref } = found;
    if (typeof $ref !== 'string') return found;
    let target: unknown = root;
    for (const part of $ref.replace(/^#\/?/, '').split('/').filter(Boolean)) {
      const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
      target = isRecord(target) && Object.hasOwn(target, key) ? target[key] : undefined;
    }
    if (!isRecord(target)) return {};
    found = target;
  }
  return {};
}

/** Makes the value. */
export function fillSchema(schema: JsonRecord, text: string, options: FillOptions, depth = 0): unknown {
  const found = resolved(schema, options.root);
  if (depth > MOST_DEPTH) return null;
  if ('const' in found) return found['const'];
  const { enum: values, type, items, properties } = found;
  if (Array.isArray(values)) return values[values.length - 1];
  const [member] = UNIONS.flatMap((union) => {
    const members = found[union];
    return Array.isArray(members) ? members.filter(isRecord) : [];
  });
  if (member !== undefined) return fillSchema(member, text, options, depth + 1);
  switch (Array.isArray(type) ? type[0] : type) {
    case 'object':
      return filledObject(found, isRecord(properties) ? properties : {}, text, options, depth);
    case 'array':
      return [fillSchema(isRecord(items) ? items : {}, text, options, depth + 1)];
    case 'integer':
    case 'number':
      return typeof found['minimum'] === 'number' ? found['minimum'] : 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return filledString(found, text);
  }
}

function filledObject(
  { required }: JsonRecord,
  properties: JsonRecord,
  text: string,
  options: FillOptions,
  depth: number,
): JsonRecord {
  const wanted = new Set(Array.isArray(required) ? required.map(String) : []);
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([key]) => options.isFull === true || wanted.has(key))
      .map(([key, each]) => [key, fillSchema(isRecord(each) ? each : {}, text, options, depth + 1)]),
  );
}

function filledString({ maxLength, format }: JsonRecord, text: string): string {
  if (format === 'uri' || format === 'url') return 'https://archive.example/e/x';
  const most = typeof maxLength === 'number' ? maxLength : Number.MAX_SAFE_INTEGER;
  return Array.from(text).slice(0, most).join('');
}

const UNIONS = ['anyOf', 'oneOf', 'allOf'] as const;
const MOST_STEPS = 16;
const MOST_DEPTH = 12;
