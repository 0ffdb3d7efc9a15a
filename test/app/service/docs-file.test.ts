import { handler } from '../../../lambdas/app/service/docs-file';
import { call } from '../../support/endpoints/call';
import { depsWith } from '../../support/endpoints/deps';
import { refuses } from '../../support/endpoints/refusals';

// Existing files are tested from the build: see built-functions.test.ts.
describe('docsFile', () => {
  test.each(['index.html', '../docs-file.ts', 'config.json', '', '.', '..', 'docs/'])(
    'the unknown file "%s" gets 404',
    async (file) => {
      const { deps } = await depsWith();
      const { status, body } = await call(handler, deps, { params: { file } });
      expect([status, body.message]).toEqual([404, `the documentation file ${file} was not found`]);
    },
  );
  refuses(handler, { params: { file: 'base.css' } }, [
    [
      'a name of 65 letters',
      { params: { file: 'x'.repeat(65) } },
      'file: Too big: expected string to have <=64 characters',
    ],
  ]);
});
