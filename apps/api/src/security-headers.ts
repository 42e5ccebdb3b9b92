/**
 * Headers that every answer carries, whatever it is: a page, JSON, an error.
 *
 * Nothing may be loaded from elsewhere, framed, sniffed or sent along as a referrer; there are no cookies to protect.
 */

/** What a page of ours may load and do: its own style, script and icon, its own form, and requests to itself. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** The fixed headers, by lower-case name. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};
