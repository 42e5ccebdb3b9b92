/**
 * For tests of the drafter and of what uses it.
 */
export {};
