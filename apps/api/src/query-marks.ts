/**
 * What the marks in a question mean, in one sentence for programs; the page of help says it at length.
 */

/** Said where a description of an interface describes `q`. */
export const QUERY_MARKS =
  'Words "in quotation marks" must stand like that in what a hit shows; wor* finds public text with any word that begins so; an ISBN, ISRC, DOI or clause number such as 4.2.1 puts first what states exactly that.';
