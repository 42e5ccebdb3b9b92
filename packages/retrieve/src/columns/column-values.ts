/**
 * The numbers that stand for words in the columns of an index.
 */
import type { Embeds } from '@archive/contract/private';

/** Exposures by number. */
export const EXPOSURE_NAMES = ['text', 'semantic', 'locator', 'none'] as const;
/** Raw layers by number. */
export const RAW_NAMES = ['public', 'private'] as const;
/** What a row was made from, by number. */
export const EMBEDS_NAMES: readonly Embeds[] = ['text', 'window', 'face'];

/** Number of the exposure `text`. */
export const TEXT = 0;
/** Number of the exposure `semantic`. */
export const SEMANTIC = 1;
/** Number of the exposure `none`. */
export const NONE = 3;
/** Number of the layer `public`. */
export const PUBLIC = 0;
/** Number of the layer `private`. */
export const PRIVATE = 1;
/** Number of a row made from the face alone. */
export const FACE = 2;
