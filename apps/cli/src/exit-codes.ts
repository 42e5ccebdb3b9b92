/**
 * What the exit code of a command says: the same four meanings for every command.
 */

/** The command did what it was asked. */
export const EXIT_SUCCESS = 0;
/** It ran and found something wrong: a finding, a failed build, a widening that nobody accepted. */
export const EXIT_FINDING = 1;
/** It was called the wrong way. */
export const EXIT_MISUSE = 2;
/** Something it needs is not there: a folder, a permission, a port, a provider. */
export const EXIT_ENVIRONMENT = 3;
