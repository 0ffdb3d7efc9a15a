import { handler } from '../../../lambdas/app/service/front-page';
import { hidesMissingFile } from '../../support/endpoints/missing-file';

// The page is tested from the build: see built-functions.test.ts.
describe('frontPage', () => {
  hidesMissingFile(handler, 'front-page.html');
});
