/**
 * The values of a list, in either form that clients write: repeated, separated by commas, or both. Blank ones are left
 * out, as trailing commas and empty parameters make them.
 */
export const listedValues = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => text.split(',').map((part) => part.trim())).filter((part) => part !== '');
