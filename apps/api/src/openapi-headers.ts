/**
 * The headers of answers as the description of the HTTP interface states them, and which answer carries which.
 *
 * Those every web server sends (types, lengths, security headers) are left out: no caller has to act on them.
 */
import type { Json } from './json-value.ts';

type Members = { readonly [key: string]: Json };

/** Headers under `components`, by name. */
export const OPENAPI_HEADERS: Members = {
  'X-Request-Id': {
    description: 'Names this request in the log of the operator',
    required: true,
    schema: { type: 'string' },
  },
  'RateLimit-Policy': {
    description:
      'Every limit on requests, as `"name";q=units;w=seconds`; absent where the operator sets none (draft-ietf-httpapi-ratelimit-headers-10)',
    schema: { type: 'string' },
    example: '"minute";q=60;w=60',
  },
  RateLimit: {
    description:
      'The limit that is nearest: what is left, and in how many seconds it is whole again, as `"name";r=units;t=seconds`',
    schema: { type: 'string' },
    example: '"minute";r=59;t=1',
  },
  'Retry-After': {
    description: 'In how many seconds to ask again, where that is known',
    schema: { type: 'integer', minimum: 1 },
  },
  'Archive-Degraded': {
    description:
      'What the answer did without: `lexical` means that the question could not be embedded and was answered by its words alone',
    schema: { type: 'string', enum: ['lexical'] },
  },
  ETag: {
    description:
      'Validator for If-None-Match; only on answers that nothing private took part in, which alone may be kept',
    schema: { type: 'string' },
  },
};

/** What an operation says of the headers of its answers. */
export interface HeaderFacts {
  /** Whether limits on requests count it; default true. */
  isCounted?: boolean;
  /** Whether it may be answered by words alone. */
  mayDegrade?: boolean;
  /** Whether a caller may keep it, and ask whether it still holds. */
  mayBeKept?: boolean;
}

/** Responses by status, each with its headers; 304 is added where an answer may be kept. */
export function withHeaders(
  responses: Members,
  { isCounted = true, mayDegrade = false, mayBeKept = false }: HeaderFacts,
): Members {
  const stated: Members = mayBeKept
    ? { ...responses, '304': { description: 'What the caller holds is what would be sent' } }
    : responses;
  return Object.fromEntries(
    Object.entries(stated).map(([status, response]) => [
      status,
      {
        ...(response as Members),
        headers: Object.fromEntries(
          [
            'X-Request-Id',
            ...(isCounted ? ['RateLimit-Policy', 'RateLimit'] : []),
            ...(status === '429' || status === '503' ? ['Retry-After'] : []),
            ...(mayDegrade && status === '200' ? ['Archive-Degraded'] : []),
            ...(mayBeKept && (status === '200' || status === '304') ? ['ETag'] : []),
          ].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
        ),
      },
    ]),
  );
}
