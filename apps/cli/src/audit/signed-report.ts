/**
 * A report and its signature as files: one for programs, one for people, each with everything that is needed to check it.
 *
 * The signature of the JSON is over the canonical form of the report, that of the page over every byte before its mark.
 * A JSON file is checked byte by byte as well: a member that stands there twice, and reads one way here and another way
 * elsewhere, is a change.
 */
import {
  type AuditReport,
  auditPage,
  canonicalJson,
  type JsonValue,
  parseAuditReport,
} from '@archive/evaluation';
import { z } from 'zod';
import { type AuditKey, fingerprintOfBase64, isSignedBy } from './audit-key.ts';

const signatureSchema = z.strictObject({
  algorithm: z.literal('Ed25519'),
  publicKey: z.string().regex(/^[A-Za-z0-9+/]{40,200}={0,2}$/),
  fingerprint: z.string(),
  value: z.string().regex(/^[A-Za-z0-9+/]{86}==$/),
});
const fileSchema = z.strictObject({ report: z.unknown(), signature: signatureSchema });

/** What a check found. */
export type SignatureVerdict =
  | {
      readonly isIntact: true;
      readonly fingerprint: string;
      /** Absent for a page: it is not read, only checked. */
      readonly report?: AuditReport;
    }
  | { readonly isIntact: false; readonly reason: string };

/** Both files. */
export function signedReport(report: AuditReport, key: AuditKey): { json: string; html: string } {
  const { publicKey, fingerprint } = key;
  const value = key.sign(canonicalJson(report as unknown as JsonValue));
  const page = auditPage(report, { publicKey, fingerprint });
  return {
    json: serialize({ report, signature: { algorithm: 'Ed25519', publicKey, fingerprint, value } }),
    html: `${page}${mark(publicKey, key.sign(page))}`,
  };
}

/** Checks the text of either file. */
export function checkSigned(text: string): SignatureVerdict {
  return text.trimStart().startsWith('<') ? checkPage(text) : checkJson(text);
}

function checkJson(text: string): SignatureVerdict {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return { isIntact: false, reason: 'it is no JSON' };
  }
  const file = fileSchema.safeParse(parsed);
  if (!file.success) return { isIntact: false, reason: 'it is no signed report' };
  const { report, signature } = file.data;
  if (serialize(parsed) !== text)
    return { isIntact: false, reason: 'it is not written as an audit writes it, byte for byte' };
  let canonical: string;
  try {
    canonical = canonicalJson(report as JsonValue);
  } catch {
    return { isIntact: false, reason: 'it holds what no report can hold' };
  }
  if (!isSignedBy(canonical, signature.publicKey, signature.value))
    return { isIntact: false, reason: 'the signature is not of this report' };
  if (signature.fingerprint !== fingerprintOfBase64(signature.publicKey))
    return { isIntact: false, reason: 'the fingerprint is not that of its key' };
  try {
    return { isIntact: true, fingerprint: signature.fingerprint, report: parseAuditReport(report) };
  } catch {
    return { isIntact: false, reason: 'what is signed is no report of an audit' };
  }
}

function checkPage(text: string): SignatureVerdict {
  const found = MARK.exec(text);
  const [whole, publicKey, value] = found ?? [];
  if (whole === undefined || publicKey === undefined || value === undefined)
    return { isIntact: false, reason: 'it does not end in a signature' };
  if (!isSignedBy(text.slice(0, text.length - whole.length), publicKey, value))
    return { isIntact: false, reason: 'the signature is not of this page' };
  const fingerprint = fingerprintOfBase64(publicKey);
  const [, shown] = SHOWN_FINGERPRINT.exec(text) ?? [];
  if (shown !== fingerprint)
    return { isIntact: false, reason: 'the fingerprint on the page is not that of its key' };
  return { isIntact: true, fingerprint };
}

function mark(publicKey: string, value: string): string {
  return `<!-- archive-audit signature Ed25519 ${publicKey} ${value} -->\n`;
}

const MARK =
  /<!-- archive-audit signature Ed25519 ([A-Za-z0-9+/]{40,200}={0,2}) ([A-Za-z0-9+/]{86}==) -->\n$/;

const SHOWN_FINGERPRINT = /<p>Fingerprint of the key: <code>(sha256:[0-9a-f]{64})<\/code>/;

function serialize(file: unknown): string {
  return `${JSON.stringify(file, null, 2)}\n`;
}
