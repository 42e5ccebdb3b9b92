/**
 * Random choices that can be made again: everything a proof draws comes from here.
 */
export { createRandom, type Random } from '@archive/evaluation';
