// The one build recipe: ESM for Node 20, source maps, declarations made from the sources.
import { defineConfig } from 'tsup';

/**
 * @param {{ entry: Record<string, string>, platform?: 'node' | 'neutral', dts?: boolean }} options
 */
export function archiveBuild({ entry, platform = 'node', dts = true }) {
  return defineConfig((cli) => ({
    entry,
    format: ['esm'],
    target: 'node20',
    platform,
    sourcemap: true,
    clean: true,
    splitting: true,
    dts:
      dts && cli.dts !== false
        ? {
            compilerOptions: {
              noEmit: false,
              customConditions: [],
              allowImportingTsExtensions: false,
              rewriteRelativeImportExtensions: true,
            },
          }
        : false,
  }));
}
