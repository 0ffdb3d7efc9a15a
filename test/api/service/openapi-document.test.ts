import { handler } from '../../../lambdas/api/service/openapi-document';
import { hidesMissingFile } from '../../support/endpoints/missing-file';
import { refuses, unknown } from '../../support/endpoints/refusals';

describe('openapiDocument', () => {
  hidesMissingFile(handler, 'openapi.json');
  refuses(handler, {}, [unknown()]);
});
