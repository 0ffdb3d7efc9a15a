// JSON as text (RFC 8259). JSON.parse would lose what callers are to get back byte for byte: digits of numbers above
// 2^53, `1.0`, and escapes.

import { afterSpace, endOfString, endOfValue, JsonSyntaxError } from './json-scanner';

/** A member of an object: its name, and its value as text. */
export interface Member {
  readonly name: string;
  readonly value: string;
}

/**
 * The first value of a text, without the space around it; what follows is ignored, as Go's decoders do.
 * @throws JsonSyntaxError
 */
export function firstValue(text: string): string {
  const from = afterSpace(text, 0);
  if (from === text.length) throw new JsonSyntaxError('EOF');
  return text.slice(from, endOfValue(text, from));
}

/** The members of an object, in order, with those of a name that is repeated. `text` is valid JSON. */
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

/** The members of an object by their names; the last of several counts. `text` is valid JSON. */
export const getFields = (text: string): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(getMembers(text).map(({ name, value }) => [name, value]));

/** A name as Go's encoding/json compares it: without case, where a long s is an s. */
export const foldedName = (name: string): string => name.toLowerCase().replaceAll('ſ', 's');

/** The elements of an array, as text. `text` is valid JSON. */
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

/** Valid JSON without space between its parts, safe inside of HTML: as Go's encoders write it. */
export const compacted = (text: string): string =>
  safeInHtml(text.replace(/("(?:[^"\\]|\\.)*")|[ \t\r\n]+/g, (_, string: string | undefined) => string ?? ''));

/** Valid JSON, safe inside of HTML. */
export const safeInHtml = (text: string): string =>
  text.replace(/[<>&\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
