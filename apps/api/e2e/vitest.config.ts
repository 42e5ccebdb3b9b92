import { defineConfig } from 'vitest/config';

const conditions = ['@archive/source', 'module', 'node', 'development|production'];

/** Apart from the other tests: needs a browser. `scripts/page-e2e.mjs` sees to it. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: ['@archive/source', 'node', 'import', 'default'] } },
  test: {
    root: import.meta.dirname,
    include: ['*.e2e.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A busy machine may take its time over what is waited for.
    expect: { poll: { timeout: 20_000 } },
    fileParallelism: false,
    sequence: { concurrent: false },
  },
});
