import { handler } from '../../../lambdas/app/service/docs-page';
import { hidesMissingFile } from '../../support/endpoints/missing-file';

// The page is tested from the build: see built-functions.test.ts.
describe('docsPage', () => {
  hidesMissingFile(handler, 'docs-page.html');
});
