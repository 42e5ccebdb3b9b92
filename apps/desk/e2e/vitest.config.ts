import { defineConfig } from 'vitest/config';

/** Apart from the other tests: needs a browser and a built command line. `scripts/desk-e2e.mjs` sees to both. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.e2e.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A busy machine may take its time over what is waited for.
    expect: { poll: { timeout: 20_000 } },
    fileParallelism: false,
    sequence: { concurrent: false },
  },
});
