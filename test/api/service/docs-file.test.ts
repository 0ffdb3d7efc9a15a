import { handler } from '../../../lambdas/api/service/docs-file';
import { call } from '../../support/endpoints/call';
import { depsWith } from '../../support/endpoints/deps';
import { refuses, unknown } from '../../support/endpoints/refusals';

describe('docsFile', () => {
  test('200: start.js loads the document from a relative URL', async () => {
    const { deps } = await depsWith();
    const { status, headers, text } = await call(handler, deps, { params: { file: 'start.js' } });
    expect([status, headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect(headers['cache-control']).toBe('public, max-age=86400');
    expect(text).toContain("url: 'v1/openapi.json'");
  });
  test.each(['index.html', '../docs-file.ts', 'config.json'])('404: %s is not one of the files', async (file) => {
    const { deps } = await depsWith();
    const { status, body } = await call(handler, deps, { params: { file } });
    expect([status, body.message]).toEqual([404, `the documentation file ${file} was not found`]);
  });
  test('500: a missing file: the log has its path, the response does not', async () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const { deps } = await depsWith();
    const { status, body } = await call(handler, deps, { params: { file: 'swagger-ui.css' } });
    expect([status, body.message]).toEqual([500, 'the service could not answer; the failure is logged']);
    expect(JSON.stringify(log.mock.calls)).toContain('swagger-ui.css');
    log.mockRestore();
  });
  refuses(handler, { params: { file: 'start.js' } }, [
    [
      'a name of 65 letters',
      { params: { file: 'x'.repeat(65) } },
      'file: Too big: expected string to have <=64 characters',
    ],
    unknown(),
  ]);
});
