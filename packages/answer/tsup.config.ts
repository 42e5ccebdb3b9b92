import { archiveBuild } from '@archive/tsup-config';

export default archiveBuild({
  entry: { index: 'src/index.ts' },
  platform: 'neutral',
});
