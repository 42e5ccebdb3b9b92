/** A JSON value that nobody changes. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
