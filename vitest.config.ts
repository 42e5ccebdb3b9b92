import { defineConfig } from 'vitest/config';

const conditions = ['@archive/source', 'module', 'node', 'development|production'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: ['@archive/source', 'node', 'import', 'default'] } },
  test: {
    include: [
      'packages/*/src/**/*.test.ts',
      'packages/*/training/*.test.ts',
      'apps/*/src/**/*.test.ts',
      'tests/src/**/*.test.ts',
      'proofs/src/**/*.test.ts',
      'benchmarks/src/**/*.test.ts',
      'scripts/**/*.test.ts',
    ],
    typecheck: {
      enabled: true,
      tsconfig: 'tsconfig.json',
      include: ['packages/*/src/**/*.test-d.ts', 'apps/*/src/**/*.test-d.ts', 'tests/src/**/*.test-d.ts'],
    },
    testTimeout: 30_000,
    // Loading every module again for each file took a fifth of the time; a test that replaces a module asks for it anew.
    isolate: false,
    // The default leaves a core idle, which of two is half.
    maxWorkers: '100%',
  },
});
