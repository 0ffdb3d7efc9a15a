import { handler } from '../../../lambdas/api/service/front-page';
import { hidesMissingFile } from '../../support/endpoints/missing-file';
import { refuses, unknown } from '../../support/endpoints/refusals';

// What it answers is read from the build: see built-functions.test.ts.
describe('frontPage', () => {
  hidesMissingFile(handler, 'front-page.html');
  refuses(handler, {}, [unknown()]);
});
