/** Entries on lines of their own, or separated by commas. */
export const toList = (text: string): string[] => text.split(/[\s,]+/).filter((one) => one !== '');
