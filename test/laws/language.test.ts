import { globSync, readFileSync } from 'node:fs';

/** Phrases of translated English, limited per 1,000 words. */
const PHRASES: Readonly<Record<string, RegExp>> = {
  'what …': /\bwhat\b/gi,
  'those that …': /\bthose (?:that|who|which|of|in)\b/gi,
  whose: /\bwhose\b/gi,
  'is none, nobody, no such': /\b(?:is none|are none|nobody|no such)\b/gi,
  'told, asked of, for as long as, of which': /\b(?:told|tells?|asked of|for as long as|of which)\b/gi,
};
const MOST_OF_ONE = 1;
const MOST_IN_ALL = 3;

/** Blocks begin a line: globs in strings look like others. */
const COMMENT = /^\s*\/\*\*?[\s\S]*?\*\/|(?<![:'"`\w])\/\/[^\n]*/gm;
const commentsIn = (file: string): string => (readFileSync(file, 'utf8').match(COMMENT) ?? []).join('\n');
const TITLE = /\b(?:test|it|describe)(?:\.\w+)*(?:\([^)]*\))?\(\s*(['"`])(.*?)\1/g;
const titlesIn = (file: string): string =>
  [...readFileSync(file, 'utf8').matchAll(TITLE)].map(([, , title]) => title).join('\n');
const proseIn = (file: string): string => readFileSync(file, 'utf8').replaceAll(/```[\s\S]*?```/g, '');

/** How often each phrase occurs in 1,000 words. */
function rates(text: string): Record<string, number> {
  const thousands = (text.match(/[A-Za-z][A-Za-z'’-]*/g) ?? []).length / 1_000;
  return Object.fromEntries(
    Object.entries(PHRASES).map(([name, phrase]) => [name, (text.match(phrase) ?? []).length / thousands]),
  );
}

const AREAS: Readonly<Record<string, () => string>> = {
  'comments of the service': () => globSync('lambdas/**/*.ts').map(commentsIn).join('\n'),
  'comments of the stacks, the local runner and the commands': () =>
    globSync('{lib,local,bin,demo,site}/**/*.ts').map(commentsIn).join('\n'),
  'titles of the tests': () => globSync('test/**/*.ts').map(titlesIn).join('\n'),
  'comments of the tests': () => globSync('test/**/*.ts').map(commentsIn).join('\n'),
  documents: () =>
    ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...globSync('docs/**/*.md')].map(proseIn).join('\n'),
};

describe('the language', () => {
  test.each(Object.entries(AREAS))('%s stay within the phrase limits', (_, read) => {
    const found = rates(read());
    expect(Object.entries(found).filter(([, rate]) => rate > MOST_OF_ONE)).toEqual([]);
    expect(Object.values(found).reduce((sum, rate) => sum + rate, 0)).toBeLessThanOrEqual(MOST_IN_ALL);
  });
  test('at most twenty functions have names that end in Of', () => {
    const named = globSync('{lambdas,lib,local,bin,demo,site}/**/*.ts').flatMap(
      (file) => readFileSync(file, 'utf8').match(/\b(?:const|function\*?) [a-z]\w*Of\b/g) ?? [],
    );
    expect(named.length).toBeLessThanOrEqual(20);
  });
});
