/**
 * Where the workspace is, whatever directory a task or test was started in.
 */
import { fileURLToPath } from 'node:url';

/** Absolute path of the root of the workspace, without a slash at the end. */
export const workspaceRoot: string = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
