import { handler } from '../../../lambdas/app/service/llms-text';
import { hidesMissingFile } from '../../support/endpoints/missing-file';

// The text is tested from the build: see built-functions.test.ts.
describe('llmsText', () => {
  hidesMissingFile(handler, 'llms.txt');
});
