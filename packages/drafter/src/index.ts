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

// The life cycle
export type { DraftProjectionsOptions } from './draft-projections.ts';
export { draftProjections } from './draft-projections.ts';
export type { DraftIntoFileOptions, DraftPlace } from './draft-into-file.ts';
export { draftIntoFile, foldDrafts } from './draft-into-file.ts';
export type { DraftProgress, DraftRun, DraftRunOptions, DraftRunUsage } from './draft-run.ts';
export type { DraftCounts, DraftSelection } from './draft-plan.ts';
export type { AllowedNames } from './draft-fragment.ts';
export type { DraftEstimate, DraftPrices, EstimateOptions } from './estimate-drafts.ts';
export { estimateDrafts } from './estimate-drafts.ts';
export { assertMayDraft } from './assert-may-draft.ts';

// The adapter
export type { OpenAiDrafterOptions } from './openai-drafter.ts';
export { createOpenAiDrafter, OPENAI_BASE_URL } from './openai-drafter.ts';
export { PROMPT_VERSION } from './prompt/gist-1.ts';

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
export type { DraftErrorOptions, DraftFailure } from './draft-error.ts';
export { DraftError } from './draft-error.ts';
export { DraftConfigError } from './draft-config-error.ts';
export { DraftStoppedError } from './draft-run.ts';
export { DraftRunningError } from './draft-into-file.ts';
export { PrivateDraftError } from './assert-may-draft.ts';
export { UnknownSelectionError } from './draft-plan.ts';
export { MissingPeerError } from './openai-client.ts';
