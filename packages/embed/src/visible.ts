/**
 * Something in a text other than white space and invisible characters: without it there is nothing to embed.
 */
export const VISIBLE = /[^\s\p{C}\p{Default_Ignorable_Code_Point}]/u;
