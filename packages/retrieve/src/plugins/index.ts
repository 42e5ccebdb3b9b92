/**
 * The built-in plugins.
 */
export { disclosure, DISCLOSURE_BOOST } from './disclosure.ts';
export { exactMatch, EXACT_MATCH_BOOST } from './exact-match.ts';
export type { PluginOptions } from './layers.ts';
export { NOW_WORDS, queryIsAboutNow } from './query-is-about-now.ts';
export { FRESH_DAYS, recency, RECENCY_BOOST, RECENCY_PLUGIN, recencyFactor, STALE_DAYS } from './recency.ts';
export type { NamedThemes } from './theme.ts';
export { discriminatingThemes, theme, THEME_BOOST, THEME_FREE_WORKS, THEME_SHARE } from './theme.ts';
