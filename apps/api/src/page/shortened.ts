/** A question as it fits the title of a window: at most 60 code points. */
export function shortened(question: string): string {
  const characters = Array.from(question);
  return characters.length <= 60 ? question : `${characters.slice(0, 60).join('')}…`;
}
