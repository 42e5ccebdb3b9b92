/**
 * Which version of the program this is.
 */
import { createRequire } from 'node:module';

/** The version in its manifest. */
export function programVersion(): string {
  const { version } = createRequire(import.meta.url)('../package.json') as { version: string };
  return version;
}
