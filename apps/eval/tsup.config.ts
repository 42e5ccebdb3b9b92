import { archiveBuild } from '@archive/tsup-config';

export default archiveBuild({
  entry: { index: 'src/index.ts', options: 'src/evaluation-options.ts', main: 'src/main.ts' },
});
