import { handler } from '../../../lambdas/app/service/console-page';
import { hidesMissingFile } from '../../support/endpoints/missing-file';

// The pages are tested from the build: see built-functions.test.ts, and in a browser.
describe('consolePage', () => {
  hidesMissingFile(handler, 'console-webhooks.html', { page: 'webhooks' });
});
