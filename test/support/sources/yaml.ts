/** Numbers and booleans stay text. */
export type Yaml = string | null | Yaml[] | { [key: string]: Yaml };

/** Maps and lists by indentation, and one-line scalars. Throws on anything else. */
export function readYaml(text: string): Yaml {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const getIndent = (line: string | undefined) => line?.search(/\S/) ?? -1;
  const isItem = (indent: number) => lines[0]?.startsWith(`${' '.repeat(indent)}- `) ?? false;
  const value = (indent: number): Yaml => (isItem(indent) ? list(indent) : map(indent));
  function list(indent: number): Yaml[] {
    const items: Yaml[] = [];
    while (isItem(indent)) {
      const rest = (lines[0] ?? '').slice(indent + 2);
      if (ENTRY.test(rest)) {
        // A map that begins beside its dash.
        lines[0] = ' '.repeat(indent + 2) + rest;
        items.push(map(indent + 2));
      } else {
        lines.shift();
        items.push(scalar(rest));
      }
    }
    return items;
  }
  function map(indent: number): { [key: string]: Yaml } {
    const found: { [key: string]: Yaml } = {};
    while (getIndent(lines[0]) === indent) {
      const [, key, rest] = ENTRY.exec(lines.shift()?.trim() ?? '') ?? [];
      if (key === undefined) throw new Error('a line of a map is no entry');
      const next = getIndent(lines[0]);
      // A list may have the indentation of its key.
      found[key] = rest ? scalar(rest) : next > indent || isItem(indent) ? value(next) : null;
    }
    return found;
  }
  const read = value(getIndent(lines[0]));
  if (lines.length > 0) throw new Error(`cannot read ${lines[0]}`);
  return read;
}

const ENTRY = /^'?([\w$-]+)'?:(?: (.+))?$/;
const scalar = (text: string) => (text === 'null' ? null : text.replace(/^'(.*)'$/, '$1'));
