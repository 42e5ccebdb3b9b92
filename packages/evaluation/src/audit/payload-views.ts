/**
 * Every reading of some bytes in which private text could hide: encodings, escapes, markup, percent and base64 forms.
 *
 * A sweep looks through all of them. A reading too many costs time; a reading too few is a blind spot.
 */

/** The different readings of a payload as text. */
export function payloadViews(payload: Uint8Array | string): string[] {
  const bytes = typeof payload === 'string' ? new TextEncoder().encode(payload) : payload;
  const text = utf8(bytes);
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

/** Whether bytes are text in UTF-8. */
export function isUtf8Text(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** UTF-16 in both byte orders from both starting bytes, when the bytes are not plain text. */
function wideReadings(bytes: Uint8Array): string[] {
  if (!bytes.includes(0)) return [];
  return [0, 1].flatMap((start) => {
    const even = bytes.subarray(start, start + ((bytes.length - start) >> 1) * 2);
    return ['utf-16le', 'utf-16be'].map((encoding) =>
      new TextDecoder(encoding, { ignoreBOM: true }).decode(even),
    );
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
  return text.replace(/\+/g, ' ').replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
    const bytes = run.slice(1).split('%');
    return utf8(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 16)));
  });
}

function base64Decoded(text: string): string {
  const runs = text.match(/[A-Za-z0-9+/_-]{24,}={0,2}/g) ?? [];
  return runs.map((run) => utf8(base64Bytes(run))).join('\n');
}

/** Both alphabets; bits that make no whole byte are dropped. */
function base64Bytes(run: string): Uint8Array {
  const bytes = new Uint8Array(Math.floor((run.length * 3) / 4));
  let [held, bits, length] = [0, 0, 0];
  for (const char of run) {
    const value = SIXTY_FOUR.get(char);
    if (value === undefined) continue;
    held = ((held << 6) | value) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[length++] = (held >> bits) & 0xff;
  }
  return bytes.subarray(0, length);
}

const SIXTY_FOUR: ReadonlyMap<string, number> = new Map([
  ...[...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].map(
    (char, value): [string, number] => [char, value],
  ),
  ['-', 62],
  ['_', 63],
]);

/** Bytes that are no UTF-8 become U+FFFD; a byte order mark stays. */
function utf8(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

function fromCodePoint(codePoint: number): string {
  return codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : '';
}
