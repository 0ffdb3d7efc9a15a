/** Entries that are one per line, or comma-separated. */
export const splitList = (text: string): string[] => text.split(/[\s,]+/).filter((one) => one !== '');
