import { readFileSync } from 'node:fs';
import { builtFunctions } from '../../support/endpoints/built-functions';

let functions: Awaited<ReturnType<typeof builtFunctions>>;
beforeAll(async () => {
  functions = await builtFunctions();
});
afterAll(() => functions.remove());

describe('what is served from files beside the functions, as they are built', () => {
  test('openapiDocument 200: the complete committed document', () => {
    const { statusCode, headers, body } = functions.call('openapi-document');
    expect([statusCode, headers?.['content-type']]).toEqual([200, 'application/json']);
    expect(JSON.parse(body)).toEqual(JSON.parse(readFileSync('docs/openapi.json', 'utf8')));
  });
  test.each([
    ['swagger-ui.css', 'css'],
    ['swagger-ui-bundle.js', 'javascript'],
  ])('docsFile 200: %s, whole', (file, type) => {
    const { statusCode, headers, body } = functions.call('docs-file', { file });
    expect([statusCode, headers?.['content-type']]).toEqual([200, `text/${type}; charset=utf-8`]);
    expect(body).toBe(readFileSync(`node_modules/swagger-ui-dist/${file}`, 'utf8'));
  });
});
