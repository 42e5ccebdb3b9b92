/** The command; see program.ts. */
export {};
