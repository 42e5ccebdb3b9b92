/**
 * `archive audit verify`: whether a report is as it was signed, and by whom.
 */
import { createPublicKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fingerprintOfBase64, publicPart } from '../audit/audit-key.ts';
import { checkSigned } from '../audit/signed-report.ts';
import type { CommandContext } from '../command-context.ts';
import { CommandError, systemReason } from '../command-error.ts';
import { EXIT_ENVIRONMENT, EXIT_FINDING, EXIT_MISUSE, EXIT_SUCCESS } from '../exit-codes.ts';

/**
 * Runs the command; exit code 1 for a report that was changed, or was signed by another key than `--key` says, and 2 for one
 * that is intact but whose signer was not asked about: anybody can sign a report.
 */
export async function verifyAudit(
  { output, cwd }: CommandContext,
  file: string,
  options: Record<string, unknown>,
): Promise<number> {
  const text = await contentOf(path.resolve(cwd, file), 'the report');
  const expected =
    options['key'] === undefined ? undefined : await fingerprintFrom(cwd, String(options['key']));
  const found = checkSigned(text);
  if (!found.isIntact) {
    const isReport = OF_AN_AUDIT.test(text);
    output.document({ intact: false, isReport, reason: found.reason });
    output.line(
      isReport
        ? `CHANGED  ${found.reason}`
        : 'NO REPORT  this file is not a report that `archive audit` wrote',
    );
    return EXIT_FINDING;
  }
  const { fingerprint } = found;
  const report = found.report ?? statedIn(text);
  const isKnown = expected === undefined ? undefined : expected === fingerprint;
  output.document({
    intact: true,
    fingerprint,
    ...(isKnown === undefined ? {} : { keyMatches: isKnown }),
    ...(report === undefined ? {} : { verdict: report.verdict, ranAt: report.ranAt }),
  });
  output.line(
    isKnown === undefined
      ? 'intact, signer not known: nothing was changed since somebody signed it'
      : 'intact   nothing was changed since it was signed',
  );
  output.line(`key      ${fingerprint}`);
  if (report !== undefined)
    output.line(
      `verdict  ${report.verdict === 'holds' ? 'every gate holds' : 'not every gate holds'} (${report.ranAt})`,
    );
  if (isKnown === undefined)
    output.line(
      'signer   not known: the key came with the report, so anybody could have signed it; compare its fingerprint with one you got another way, or give that with --key',
    );
  else output.line(isKnown ? 'signer   the key you named' : 'SIGNER   NOT the key you named');
  if (isKnown === undefined) return EXIT_MISUSE;
  return isKnown ? EXIT_SUCCESS : EXIT_FINDING;
}

/** What a page says in its first lines; only of one whose signature holds. */
function statedIn(page: string): { verdict: 'holds' | 'fails'; ranAt: string } | undefined {
  const [, tone, ranAt] =
    /<p class="(good|bad)">[^<]*<\/p>\s*<p>Made on ([0-9TZ:.+-]{10,40}) by /.exec(page) ?? [];
  return tone === undefined || ranAt === undefined
    ? undefined
    : { verdict: tone === 'good' ? 'holds' : 'fails', ranAt };
}

/** A fingerprint as it is, or of a file: a key in PEM, a signed report, or a file that holds a fingerprint. */
async function fingerprintFrom(cwd: string, given: string): Promise<string> {
  if (FINGERPRINT.test(given)) return given.toLowerCase();
  if (/^sha256:/i.test(given))
    throw new CommandError(EXIT_MISUSE, {
      message: '--key is no whole fingerprint: one is sha256: and 64 hex digits',
      help: 'give all of it, as `archive audit` printed it in the line `key`',
    });
  const text = (await contentOf(path.resolve(cwd, given), 'the file of --key')).trim();
  if (FINGERPRINT.test(text)) return text.toLowerCase();
  const own = /(?:"publicKey": "|archive-audit signature Ed25519 )([A-Za-z0-9+/=]+)/.exec(text)?.[1];
  if (own !== undefined) return fingerprintOfBase64(own);
  try {
    const key = createPublicKey(text);
    if (key.asymmetricKeyType === 'ed25519') return publicPart(key).fingerprint;
  } catch (cause) {
    throw noKey(cause);
  }
  throw noKey();
}

function noKey(cause?: unknown): CommandError {
  return new CommandError(EXIT_MISUSE, {
    message: '--key is no fingerprint, and no file that holds an Ed25519 key or a fingerprint',
    help: 'give sha256:<64 hex digits> as `archive audit` printed it, or a file with it, a key in PEM, or an earlier report',
    cause,
  });
}

async function contentOf(file: string, what: string): Promise<string> {
  try {
    const bytes = await readFile(file);
    if (bytes.length <= MOST_BYTES) return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new CommandError(EXIT_ENVIRONMENT, {
      message: `${what} cannot be read (${systemReason(cause) ?? 'unknown reason'})`,
      help: 'check the path',
      cause,
    });
  }
  throw new CommandError(EXIT_MISUSE, { message: `${what} is too large to be one`, help: 'check the path' });
}

/** What stands in every report, whatever else was done to it. */
const OF_AN_AUDIT = /"archive-audit\/|<h1>Leak audit|archive-audit signature/;
const FINGERPRINT = /^sha256:[0-9a-f]{64}$/i;
const MOST_BYTES = 16 * 1024 * 1024;
