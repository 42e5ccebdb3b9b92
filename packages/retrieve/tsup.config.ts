import { archiveBuild } from '@archive/tsup-config';

export default archiveBuild({
  entry: {
    index: 'src/index.ts',
    core: 'src/core.ts',
    workers: 'src/workers.ts',
    testing: 'src/testing.ts',
  },
});
