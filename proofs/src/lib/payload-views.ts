/**
 * Every reading of some bytes in which private text could hide: encodings, escapes, markup, percent and base64 forms.
 *
 * A sweep looks through all of them. A reading too many costs time; a reading too few is a blind spot.
 */

/** The different readings of a payload as text. */
export function payloadViews(payload: Uint8Array | string): string[] {
  const bytes =
    typeof payload === 'string'
      ? Buffer.from(payload)
      : Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength);
  const text = bytes.toString('utf8');
  const readings = [text, ...wideReadings(bytes)];
  const views = new Set<string>();
  for (const reading of readings) {
    for (const view of [
      reading,
      ...jsonStrings(reading),
      unescaped(reading),
      ...withoutMarkup(reading),
      percentDecoded(reading),
    ]) {
      views.add(view);
    }
    views.add(base64Decoded(reading));
  }
  return [...views].filter((view) => view.trim() !== '');
}

/** UTF-16 in both byte orders from both starting bytes, when the bytes are not plain text. */
function wideReadings(bytes: Buffer): string[] {
  if (!bytes.includes(0)) return [];
  return [0, 1].flatMap((start) => {
    const even = Buffer.from(bytes.subarray(start, start + ((bytes.length - start) >> 1) * 2));
    const little = even.toString('utf16le');
    return [little, even.swap16().toString('utf16le')];
  });
}

/** All strings of a JSON document, keys included, one to a line. */
function jsonStrings(text: string): string[] {
  if (!/^\s*[[{"]/.test(text)) return [];
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [];
  }
  const strings: string[] = [];
  const collect = (part: unknown): void => {
    if (typeof part === 'string') strings.push(part);
    else if (Array.isArray(part)) part.forEach(collect);
    else if (part !== null && typeof part === 'object') {
      for (const [key, item] of Object.entries(part)) {
        strings.push(key);
        collect(item);
      }
    }
  };
  collect(value);
  return [strings.join('\n')];
}

function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  return text
    .replace(/\\u\{?([0-9a-fA-F]{4,6})\}?/g, (_, hex: string) => fromCodePoint(Number.parseInt(hex, 16)))
    .replace(/\\x([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\\[nrt]/g, ' ')
    .replace(/\\(.)/g, '$1');
}

/** Markup taken out so that it joins what stands around it, and so that it parts it; entities decoded in both. */
function withoutMarkup(text: string): string[] {
  if (!/[<&]/.test(text)) return [];
  const tag = /<[^<>]*>/g;
  return [
    decodeEntities(text),
    decodeEntities(text.replace(tag, '')),
    decodeEntities(text.replace(tag, ' ')),
  ];
}

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#x([0-9a-f]+)|#(\d+)|([a-z]+));?/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (hex !== undefined) return fromCodePoint(Number.parseInt(hex, 16));
      if (decimal !== undefined) return fromCodePoint(Number(decimal));
      return NAMED[(name ?? '').toLowerCase()] ?? whole;
    },
  );
}

function percentDecoded(text: string): string {
  if (!/%[0-9a-f]{2}/i.test(text)) return text;
  return text
    .replace(/\+/g, ' ')
    .replace(/(?:%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'));
}

function base64Decoded(text: string): string {
  const runs = text.match(/[A-Za-z0-9+/_-]{24,}={0,2}/g) ?? [];
  return runs.map((run) => Buffer.from(run, 'base64').toString('utf8')).join('\n');
}

function fromCodePoint(codePoint: number): string {
  return codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : '';
}
