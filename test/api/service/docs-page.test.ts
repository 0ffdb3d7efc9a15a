import { handler } from '../../../lambdas/api/service/docs-page';
import { call } from '../../support/endpoints/call';
import { depsWith } from '../../support/endpoints/deps';
import { allows, loadedBy } from '../../support/endpoints/page-loads';
import { refuses, unknown } from '../../support/endpoints/refusals';

const PAGE = new URL('https://api.example/stage/docs');

describe('docsPage', () => {
  test('200: a page with only relative URLs, so that it works behind a stage name', async () => {
    const { deps } = await depsWith();
    const { status, headers, text } = await call(handler, deps);
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(
      loadedBy(text)
        .map(({ url }) => url)
        .toSorted(),
    ).toEqual(['data:,', 'docs/start.js', 'docs/swagger-ui-bundle.js', 'docs/swagger-ui.css']);
  });
  test('200: its policy allows what it loads, and nothing else', async () => {
    const { deps } = await depsWith();
    const { headers, text } = await call(handler, deps);
    const policy = String(headers['content-security-policy']);
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data:",
      "connect-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'none'",
    ]);
    for (const loaded of loadedBy(text)) expect([loaded, allows(policy, PAGE, loaded)]).toEqual([loaded, true]);
    for (const url of ['https://elsewhere.example/a.js', 'data:text/javascript,1', 'blob:https://api.example/1'])
      expect([url, allows(policy, PAGE, { directive: 'script-src', url })]).toEqual([url, false]);
  });
  test('200: cached for minutes, and of no other type than it says', async () => {
    const { deps } = await depsWith();
    expect((await call(handler, deps)).headers).toMatchObject({
      'cache-control': 'public, max-age=300',
      'x-content-type-options': 'nosniff',
    });
  });
  refuses(handler, {}, [unknown()]);
});
