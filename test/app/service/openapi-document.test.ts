import { handler } from '../../../lambdas/app/service/openapi-document';
import { hidesMissingFile } from '../../support/endpoints/missing-file';

describe('openapiDocument', () => {
  hidesMissingFile(handler, 'openapi.json');
});
