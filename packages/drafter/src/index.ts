/**
 * The door of @archive/drafter: the system proposes descriptions, the author decides.
 *
 * For the private side of the wall: everything here handles unreleased text. Adding a line is an API change.
 */

// The port
export type {
  Drafter,
  DraftOptions,
  DraftReply,
  DraftRequest,
  DraftUsage,
  RejectedDraft,
} from './drafter.ts';
export type { DraftableWork } from './draftable-work.ts';
export { exposureAsked } from './draftable-work.ts';

// Actions of the author
export type { AuthorContext } from './author-context.ts';
export type { EditOptions } from './edit-gist.ts';
export { editGist } from './edit-gist.ts';
export { unvetoGist, vetoGist } from './veto-gist.ts';
export { acceptGist, reviewGist } from './review-gist.ts';
export { clearExposure, setExposure } from './set-exposure.ts';
export { updateProjections } from './update-projections.ts';
export type { GistStatus, GistStatusOptions } from './gist-status.ts';
export { gistStatus } from './gist-status.ts';

// Errors
export { NoGistError, StaleGistError, UnknownFragmentError } from './author-context.ts';
export { ExposureClosedError } from './set-exposure.ts';
