const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/** Numbers become text: the node writes 64-bit numbers without quotes. */
export function exactJson<T>(text: string): T {
  return JSON.parse(text.replace(STRING_OR_NUMBER, (part) => (part.startsWith('"') ? part : `"${part}"`))) as T;
}

/** Without undefined fields: `toMatchObject` would require their absence. */
export function known<T extends object>(fields: { [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}

export function must<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`the recording does not have ${what}`);
  return value;
}
