import { cp } from 'node:fs/promises';
import { archiveBuild } from '@archive/tsup-config';
import { defineConfig } from 'tsup';

const server = archiveBuild({ entry: { index: 'src/index.ts' }, dts: true });

/** What runs in a browser is sent as it is written, from a folder beside the code, as in the sources. */
const copyScripts = async (): Promise<void> => {
  for (const name of ['search.js', 'ask.js']) await cp(`src/page/browser/${name}`, `dist/browser/${name}`);
};

export default defineConfig(async (cli) => {
  const options = typeof server === 'function' ? await server(cli) : server;
  return { ...(Array.isArray(options) ? options[0] : options), onSuccess: copyScripts };
});
