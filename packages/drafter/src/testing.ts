/**
 * For tests of drafting and of what uses it: a local endpoint that drafts well or misbehaves on request, and drafters
 * without a network.
 */
export type {
  FakeDraftBehaviour,
  FakeDrafting,
  FakeDraftingOptions,
  FakeDraftRequest,
} from './testing/fake-drafting.ts';
export { startFakeDrafting } from './testing/fake-drafting.ts';
export { inventedGist, obedientGist } from './testing/scripted-gists.ts';
export type { ScriptedDrafterOptions } from './testing/scripted-drafter.ts';
export { createScriptedDrafter } from './testing/scripted-drafter.ts';
