/** Clients repeat values, separate them by commas, or both. Blank ones (trailing commas) are dropped. */
export const listedValues = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => text.split(',').map((part) => part.trim())).filter((part) => part !== '');
