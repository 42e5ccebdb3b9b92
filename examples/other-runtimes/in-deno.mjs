/**
 * Prints the digest of a question as JSON, in Deno, Node or Bun: `deno run --allow-net dist/in-deno.js <address> <question>`.
 */
import { digest } from './digest.mjs';

const { args = [] } = /** @type {{ Deno?: { args: string[] } }} */ (globalThis).Deno ?? {
  args: globalThis.process?.argv.slice(2),
};
const [address = 'http://localhost:8787', question = 'a bell in the harbour'] = args;
console.log(JSON.stringify(await digest(address, question)));
