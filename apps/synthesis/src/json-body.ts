/**
 * Reads the body of a request as JSON, up to a bound, whatever its length is said to be.
 */
import { ProblemError } from './problem.ts';

/** Reads it. @throws {ProblemError} `payload-too-large`, `invalid-request` */
export async function jsonBody({ headers, body }: Request, maxBytes: number): Promise<unknown> {
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json')
    throw new ProblemError('invalid-request', 'the body is not declared as JSON', {
      issues: [{ field: 'content-type', message: 'is not application/json' }],
    });
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let size = 0;
  const reader = body?.getReader();
  try {
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
      size += part.value.byteLength;
      if (size > maxBytes)
        throw new ProblemError('payload-too-large', `the body is larger than ${maxBytes} bytes`);
      text += decoder.decode(part.value, { stream: true });
    }
    return JSON.parse(text + decoder.decode()) as unknown;
  } catch (error) {
    void reader?.cancel().catch(() => undefined);
    if (error instanceof ProblemError) throw error;
    // What the parser says may repeat the body.
    throw new ProblemError('invalid-request', 'the body is not JSON in UTF-8');
  }
}
