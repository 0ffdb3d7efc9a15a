import { globSync, readFileSync } from 'node:fs';

const DECLARATION = /class (\w+) extends (?:\w*Error|NodeDown) \{([^}]*)/g;

test('every error class sets its name, as minifying renames classes', () => {
  const classes = globSync('lambdas/**/*.ts').flatMap((file) => [...readFileSync(file, 'utf8').matchAll(DECLARATION)]);
  const unnamed = classes.filter(
    ([, name, body]) => !/override readonly name(: string)? = '(\w+)'/.exec(`${body}`)?.includes(`${name}`),
  );
  expect(unnamed.map(([, name]) => name)).toEqual([]);
  expect(classes.length).toBeGreaterThan(15);
});
