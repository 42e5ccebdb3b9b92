/**
 * Reads a body as JSON, as the platform does: of a key that comes twice the last one counts.
 *
 * Whoever reads it decides by what it was given alone, so a second value has nothing to slip past.
 */
import { invalidRequest } from './wire-error.ts';

/**
 * Reads a body as JSON: declared as such, UTF-8, well-formed.
 *
 * @throws {WireError} `invalid-request`
 */
export async function jsonBody(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') {
    throw invalidRequest('the body is not declared as JSON', [
      { field: 'content-type', message: 'is not application/json' },
    ]);
  }
  const bytes = await request.arrayBuffer();
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
  } catch {
    // What the parser says may repeat the body.
    throw invalidRequest('the body is not JSON in UTF-8');
  }
}
