/**
 * Values of a query list, which clients repeat, separate by commas, or both. Blank values (trailing commas, empty
 * parameters) are dropped.
 */
export const listedValues = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => text.split(',').map((part) => part.trim())).filter((part) => part !== '');
