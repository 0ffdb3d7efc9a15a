// JSON as text (RFC 8259): JSON.parse would lose digits of numbers above 2^53, `1.0`, and escapes,
// which callers get back byte for byte.

import { afterSpace, endOfString, endOfValue, JsonSyntaxError } from './json-scanner';

export interface Member {
  readonly name: string;
  readonly value: string;
}

/** The rest of the text is ignored, as Go's decoders do. Throws JsonSyntaxError. */
export function firstValue(text: string): string {
  const from = afterSpace(text, 0);
  if (from === text.length) throw new JsonSyntaxError('EOF');
  return text.slice(from, endOfValue(text, from));
}

/** In order, duplicate names included. `text` must be valid JSON. */
export function getMembers(text: string): Member[] {
  const members: Member[] = [];
  let at = afterSpace(text, 1);
  while (text[at] !== '}') {
    const nameEnd = endOfString(text, at);
    const name = JSON.parse(text.slice(at, nameEnd)) as string;
    const from = afterSpace(text, afterSpace(text, nameEnd) + 1);
    const end = endOfValue(text, from);
    members.push({ name, value: text.slice(from, end) });
    at = afterSpace(text, end);
    if (text[at] === ',') at = afterSpace(text, at + 1);
  }
  return members;
}

/** The last of several equal names counts. `text` must be valid JSON. */
export const getFields = (text: string): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(getMembers(text).map(({ name, value }) => [name, value]));

/** Go's encoding/json compares names without case, and a long s equals an s. */
export const foldedName = (name: string): string => name.toLowerCase().replaceAll('ſ', 's');

/** `text` must be valid JSON. */
export function getElements(text: string): string[] {
  const elements: string[] = [];
  let at = afterSpace(text, 1);
  while (text[at] !== ']') {
    const end = endOfValue(text, at);
    elements.push(text.slice(at, end));
    at = afterSpace(text, end);
    if (text[at] === ',') at = afterSpace(text, at + 1);
  }
  return elements;
}

/** As Go's encoders write JSON: no space between the parts, safe inside of HTML. */
export const compacted = (text: string): string =>
  safeInHtml(text.replace(/("(?:[^"\\]|\\.)*")|[ \t\r\n]+/g, (_, string: string | undefined) => string ?? ''));

export const safeInHtml = (text: string): string =>
  text.replace(/[<>&\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
