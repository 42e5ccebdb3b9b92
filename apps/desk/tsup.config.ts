import { archiveBuild } from '@archive/tsup-config';
import { build, defineConfig, type Options } from 'tsup';

const server = archiveBuild({ entry: { index: 'src/index.ts' }, dts: true });

/** The script of the page, as one file; made after the server, whose build empties `dist`. */
const PAGE: Options = {
  config: false,
  entry: { main: 'src/page/main.ts' },
  outDir: 'dist/page',
  format: ['esm'],
  target: 'es2022',
  platform: 'browser',
  tsconfig: 'src/page/tsconfig.json',
  minify: true,
  sourcemap: false,
  clean: true,
  silent: true,
};

export default defineConfig(async (cli) => {
  const options = typeof server === 'function' ? await server(cli) : server;
  return { ...(Array.isArray(options) ? options[0] : options), onSuccess: () => build(PAGE) };
});
