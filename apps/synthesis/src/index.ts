/** The door of the app; filled below. */
export {};
