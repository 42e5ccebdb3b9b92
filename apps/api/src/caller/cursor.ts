/**
 * Turns a place in a listing into an opaque word and back: encrypted, and good for one generation only.
 *
 * The same place gives the same word, so that a listing can be revalidated; what was not made here, or for another
 * generation, opens to nothing.
 */
import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import type { ServerKey } from './server-key.ts';

/** Seals and opens cursors. */
export interface Cursors {
  /** @param after  the last id of the page that was given */
  seal(after: string, generation: string): string;
  /** The id a cursor stands for; undefined when it is none of this generation. */
  open(cursor: string, generation: string): string | undefined;
}

/** Makes cursors under a server's key. */
export function createCursors(key: ServerKey): Cursors {
  const secret = key.derive('cursor');
  const nonceSecret = key.derive('cursor-nonce');
  return {
    seal(after, generation) {
      // Made from what is sealed: a nonce comes twice only for the same content.
      const nonce = createHmac('sha256', nonceSecret)
        .update(JSON.stringify([generation, after]))
        .digest()
        .subarray(0, NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', secret, nonce).setAAD(Buffer.from(generation));
      const sealed = Buffer.concat([cipher.update(after, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    open(cursor, generation) {
      if (cursor.length > CURSOR_MAX_CHARS || !/^[\w-]+$/.test(cursor)) return undefined;
      const bytes = Buffer.from(cursor, 'base64url');
      // Other spellings of the same bytes are not ours.
      if (bytes.toString('base64url') !== cursor || bytes.length <= NONCE_BYTES + TAG_BYTES) return undefined;
      const decipher = createDecipheriv('aes-256-gcm', secret, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
        .setAAD(Buffer.from(generation))
        .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      try {
        const opened = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
        return Buffer.concat([opened, decipher.final()]).toString('utf8');
      } catch {
        return undefined; // Not sealed here, or for another generation.
      }
    },
  };
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CURSOR_MAX_CHARS = 1000;
