/** A string of JSON whole, or a number outside of strings. */
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/** JSON whose numbers become text: the node writes numbers of 64 bits without quotes. */
export function exactJson<T>(text: string): T {
  return JSON.parse(text.replace(STRING_OR_NUMBER, (part) => (part.startsWith('"') ? part : `"${part}"`))) as T;
}

/** An object without the fields that are undefined: `toMatchObject` would require those to be absent. */
export function known<T extends object>(fields: { [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}

/** What must be there. @throws Error when it is not. */
export function must<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`the recording does not have ${what}`);
  return value;
}
