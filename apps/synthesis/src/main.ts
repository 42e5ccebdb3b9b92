/** The command. */
export {};
