import { quotedByte } from './go-quoting';

/** The message is that of Go's encoding/json. */
export class JsonSyntaxError extends Error {
  override readonly name = 'JsonSyntaxError';
}

/** As in Go's encoding/json. */
const MAX_DEPTH = 10_000;
const SPACE = /[ \t\r\n]*/y;
const NUMBER_START = /[-0-9]/;
const CLOSING = { '{': '}', '[': ']' } as const;
const ESCAPED = /["\\/bfnrt]/;

/** Without recursion, so that depth costs no stack. Throws JsonSyntaxError. */
export function endOfValue(text: string, from: number): number {
  const open: ('{' | '[')[] = [];
  for (let at = from; ; ) {
    const first = text[at];
    if (first === '{' || first === '[') {
      if (open.push(first) > MAX_DEPTH) throw unexpected(text, at, 'exceeded max depth');
      at = afterSpace(text, at + 1);
      if (text[at] !== CLOSING[first]) {
        if (first === '{') at = valueOfMember(text, at);
        continue;
      }
    } else {
      at = endOfScalar(text, at);
    }
    // A value has ended, or an empty object or array is about to.
    for (;;) {
      const inside = open.at(-1);
      if (inside === undefined) return at;
      at = afterSpace(text, at);
      if (text[at] === ',') {
        at = afterSpace(text, at + 1);
        if (inside === '{') at = valueOfMember(text, at);
        break;
      }
      if (text[at] !== CLOSING[inside])
        throw unexpected(text, at, inside === '{' ? 'after object key:value pair' : 'after array element');
      open.pop();
      at += 1;
    }
  }
}

function valueOfMember(text: string, at: number): number {
  if (text[at] !== '"') throw unexpected(text, at, 'looking for beginning of object key string');
  const colon = afterSpace(text, endOfString(text, at));
  if (text[colon] !== ':') throw unexpected(text, colon, 'after object key');
  return afterSpace(text, colon + 1);
}

function endOfScalar(text: string, at: number): number {
  const first = text[at] ?? '';
  if (first === '"') return endOfString(text, at);
  if (NUMBER_START.test(first)) return endOfNumber(text, at);
  const literal = ['true', 'false', 'null'].find((word) => word[0] === first);
  if (literal === undefined) throw unexpected(text, at, 'looking for beginning of value');
  for (let i = 1; i < literal.length; i++)
    if (text[at + i] !== literal[i])
      throw unexpected(text, at + i, `in literal ${literal} (expecting '${literal[i] ?? ''}')`);
  return at + literal.length;
}

/** Throws JsonSyntaxError. */
export function endOfString(text: string, from: number): number {
  for (let at = from + 1; ; at++) {
    const char = text[at];
    if (char === '"') return at + 1;
    if (char === undefined || char < ' ') throw unexpected(text, at, 'in string literal');
    if (char !== '\\') continue;
    at += 1;
    if (text[at] === 'u') {
      for (let digit = 0; digit < 4; digit++)
        if (!/[0-9a-f]/i.test(text[++at] ?? '')) throw unexpected(text, at, 'in \\u hexadecimal character escape');
    } else if (!ESCAPED.test(text[at] ?? '')) throw unexpected(text, at, 'in string escape code');
  }
}

function endOfNumber(text: string, from: number): number {
  const digits = (at: number, where: string): number => {
    if (!isDigit(text[at])) throw unexpected(text, at, where);
    let end = at;
    while (isDigit(text[end])) end += 1;
    return end;
  };
  let at = text[from] === '-' ? from + 1 : from;
  at = text[at] === '0' ? at + 1 : digits(at, 'in numeric literal');
  if (text[at] === '.') at = digits(at + 1, 'after decimal point in numeric literal');
  if (text[at] === 'e' || text[at] === 'E')
    at = digits(/[+-]/.test(text[at + 1] ?? '') ? at + 2 : at + 1, 'in exponent of numeric literal');
  return at;
}

const isDigit = (char: string | undefined): boolean => char !== undefined && char >= '0' && char <= '9';

export function afterSpace(text: string, at: number): number {
  SPACE.lastIndex = at;
  SPACE.test(text);
  return SPACE.lastIndex;
}

function unexpected(text: string, at: number, where: string): JsonSyntaxError {
  if (at >= text.length) return new JsonSyntaxError('unexpected EOF');
  // Go reads bytes: it names the first byte of a longer character.
  const [byte = 0] = new TextEncoder().encode(text.slice(at, at + 2));
  return new JsonSyntaxError(`invalid character ${quotedByte(byte)} ${where}`);
}
