import { readFileSync } from 'node:fs';
import { USER_AGENT } from '../../../lambdas/core/fetch/user-agent';

test('the user agent has the version of package.json', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(USER_AGENT).toBe(`chain-data-service/${version}`);
});
