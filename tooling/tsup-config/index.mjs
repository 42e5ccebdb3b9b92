/**
 * The one build recipe: ES modules for Node 20, source maps, declarations made from the sources.
 *
 * `tsup --no-dts` builds the JavaScript alone and then leaves `dist` as it is, so that a quick start does not take
 * away the declarations of the last full build.
 */
import { defineConfig } from 'tsup';

/**
 * The settings of one package: its entries by door name, and where it runs (`neutral` is for code without Node).
 *
 * @param {{ entry: Record<string, string>, platform?: 'node' | 'neutral', dts?: boolean }} options
 */
export function archiveBuild({ entry, platform = 'node', dts = true }) {
  return defineConfig((cli) => {
    const declarations = dts && cli.dts !== false;
    return {
      entry,
      format: ['esm'],
      target: 'node20',
      platform,
      sourcemap: true,
      clean: declarations || !dts,
      splitting: true,
      dts: declarations ? { compilerOptions: DECLARATIONS } : false,
    };
  });
}

/** Undoes the settings that let sources run unbuilt. */
const DECLARATIONS = {
  noEmit: false,
  customConditions: [],
  allowImportingTsExtensions: false,
  rewriteRelativeImportExtensions: true,
};
