import { handler } from '../../../lambdas/api/service/docs-page';
import { call } from '../../support/endpoints/call';
import { depsWith } from '../../support/endpoints/deps';
import { refuses, unknown } from '../../support/endpoints/refusals';

describe('docsPage', () => {
  test('200: a page with only relative URLs, so that it works behind a stage name', async () => {
    const { deps } = await depsWith();
    const { status, headers, text } = await call(handler, deps);
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const addresses = [...text.matchAll(/(?:src|href)="([^"]*)"/g)].flatMap(([, to]) => to ?? []);
    expect(addresses.toSorted()).toEqual([
      'data:,',
      'docs/start.js',
      'docs/swagger-ui-bundle.js',
      'docs/swagger-ui.css',
    ]);
  });
  refuses(handler, {}, [unknown()]);
});
