import { handler } from '../../../lambdas/api/service/openapi-document';
import { call } from '../../support/endpoints/call';
import { depsWith } from '../../support/endpoints/deps';
import { refuses, unknown } from '../../support/endpoints/refusals';

describe('openapiDocument', () => {
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
