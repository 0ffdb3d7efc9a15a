// Quotes as Go's strconv does, like the messages of nodes.

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\x07': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
};
/** Control characters, other invisible ones, and all spaces except U+0020. */
const UNPRINTABLE = /[\\]|\p{C}|[\p{Z}--[ ]]/gv;

function escaped(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  if (ESCAPES[char]) return ESCAPES[char];
  if (code < 0x80) return `\\x${hex.padStart(2, '0')}`;
  return code > 0xffff ? `\\U${hex.padStart(8, '0')}` : `\\u${hex.padStart(4, '0')}`;
}

export const quotedText = (text: string): string => `"${text.replace(UNPRINTABLE, escaped).replaceAll('"', '\\"')}"`;

export function quotedByte(byte: number): string {
  const char = String.fromCharCode(byte);
  return char === "'" ? "'\\''" : `'${char.replace(UNPRINTABLE, escaped)}'`;
}
