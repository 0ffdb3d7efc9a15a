import { globSync, readFileSync } from 'node:fs';
import { describeRun } from '../../bin/test-summary.mjs';

const skipped = { ancestorTitles: ['a chain'], title: 'is indexed [skipped: needs anvil]', status: 'pending' };
const run = {
  numPassedTests: 4,
  numFailedTests: 1,
  numRuntimeErrorTestSuites: 1,
  numPendingTests: 1,
  testResults: [
    { name: '/home/a/project/test/a/b.test.ts', assertionResults: [skipped, { ...skipped, status: 'passed' }] },
  ],
};

test('the summary lists each skipped test with its reason, and the totals of all projects', () => {
  expect(describeRun([run, { ...run, numPendingTests: 0, testResults: [] }]).split('\n')).toEqual([
    'Skipped:',
    '  test/a/b.test.ts: a chain > is indexed: needs anvil',
    '8 passed, 4 failed, 1 skipped',
  ]);
});

test('the summary of a run without skipped tests has only the totals', () => {
  const { testResults: _, ...totals } = { ...run, numPendingTests: 0 };
  expect(describeRun([{ ...totals, testResults: [] }])).toBe('4 passed, 2 failed, 0 skipped');
});

test('every skipped test gives its reason by describeIf or testIf', () => {
  const files = globSync('test/**/*.ts', { exclude: ['test/client/**'] });
  expect(files.length).toBeGreaterThan(300);
  const skipping = files.filter((file) =>
    /\b(?:describe|test|it)\.(?:skip|todo)\b|\bx(?:it|test|describe)\(/.test(readFileSync(file, 'utf8')),
  );
  expect(skipping).toEqual(['test/support/skipping.ts']);
});
