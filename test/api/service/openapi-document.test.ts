import { readFileSync } from 'node:fs';
import { handler } from '../../../lambdas/api/service/openapi-document';
import { builtFunctions } from '../../support/bundle';
import { call } from '../../support/call';
import { depsWith } from '../../support/deps';
import { refuses, unknown } from '../../support/refusals';

describe('openapiDocument', () => {
  test('200: the built function returns the complete committed document', async () => {
    const functions = await builtFunctions();
    try {
      const { statusCode, headers, body } = functions.call('openapi-document');
      expect([statusCode, headers?.['content-type']]).toEqual([200, 'application/json']);
      expect(JSON.parse(body)).toEqual(JSON.parse(readFileSync('docs/openapi.json', 'utf8')));
    } finally {
      functions.remove();
    }
  });
  test('500: a missing document: the log has its path, the response does not', async () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const { deps } = await depsWith();
    const { status, body } = await call(handler, deps);
    expect([status, body.message]).toEqual([500, 'the service could not answer; the failure is logged']);
    expect(JSON.stringify(log.mock.calls)).toContain('openapi.json');
    log.mockRestore();
  });
  refuses(handler, {}, [unknown()]);
});
