import { globSync, readFileSync } from 'node:fs';

const code = globSync('lambdas/**/*.ts')
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');
const logged = [
  /\blog\.(?:info|warn|error)\(\s*'([^']+)'/g,
  /(?:\{ failure: |FAILURE = |\bmeasured\(|\beachChain\(.*, )'([^']+)'/g,
].flatMap((pattern) => [...code.matchAll(pattern)].map(([, text = '']) => text));
/** The first cells of the tables below the table of fields. */
const listed = readFileSync('docs/log-messages.md', 'utf8')
  .split('\n## ')
  .slice(1)
  .flatMap((section) => section.match(/^\| `.*?\|/gm) ?? [])
  .flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text));

describe('the catalogue of log messages', () => {
  test('every message of the functions is listed once', () => {
    expect(logged.length).toBeGreaterThan(40);
    expect(logged.filter((text) => !listed.includes(text))).toEqual([]);
    expect(listed.filter((text, i) => listed.indexOf(text) !== i)).toEqual([]);
  });
  test('every listed message is logged', () => {
    expect(listed.filter((text) => !code.includes(`'${text}'`))).toEqual([]);
  });
  test('functions log through the logger alone', () => {
    expect(code.match(/\bconsole\.\w+/g) ?? []).toEqual([]);
  });
});
