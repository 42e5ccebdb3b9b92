/**
 * Says limits in headers: `RateLimit-Policy` and `RateLimit` as the HTTPAPI working group drafts them
 * (draft-ietf-httpapi-ratelimit-headers-10): structured fields, one item for each policy.
 */
import type { QuotaSize, Taken } from './quota.ts';

/** The policies of a server: how many units, in how many seconds. */
export function policyHeader(sizes: readonly QuotaSize[]): string {
  return sizes.map(({ name, units, windowSeconds }) => `"${name}";q=${units};w=${windowSeconds}`).join(', ');
}

/** What is left of one policy, and in how many seconds it is whole again. */
export function rateLimitHeader({ name }: QuotaSize, { left, resetSeconds }: Taken): string {
  return `"${name}";r=${left};t=${resetSeconds}`;
}
