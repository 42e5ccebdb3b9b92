/**
 * Lets the conformance suite start under Node 20: it imports `globSync` from `fs`, which came with Node 22, for a
 * command that is not used here.
 */
import { register } from 'node:module';

const fs = `export * from 'node:fs'; export { default } from 'node:fs'; export const globSync = () => [];`;
const hook = `export const resolve = (specifier, context, next) =>
  specifier === 'fs' && context.parentURL?.includes('/conformance/dist/')
    ? { url: 'data:text/javascript,' + encodeURIComponent(${JSON.stringify(fs)}), shortCircuit: true }
    : next(specifier, context);`;
if (Number(process.versions.node.split('.')[0]) < 22)
  register(`data:text/javascript,${encodeURIComponent(hook)}`, import.meta.url);
