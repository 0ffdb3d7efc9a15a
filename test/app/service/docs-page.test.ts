import { handler } from '../../../lambdas/app/service/docs-page';
import { hidesMissingFile } from '../../support/endpoints/missing-file';

// What it answers is read from the build: see built-functions.test.ts.
describe('docsPage', () => {
  hidesMissingFile(handler, 'docs-page.html');
});
