import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { kebabOf } from '../../../lambdas/contract/endpoint';
import { endpoints } from '../../../lambdas/contract/registry';
import { builtFunctions } from '../../support/endpoints/built-functions';
import { allows, type Loaded, loadedBy } from '../../support/endpoints/page-loads';

let functions: Awaited<ReturnType<typeof builtFunctions>>;
beforeAll(async () => {
  functions = await builtFunctions();
});
afterAll(() => functions.remove());

const DAY = 'public, max-age=86400';
const STAGE = 'https://api.example/stage';
const TYPES: Partial<Record<Loaded['directive'], string>> = {
  'script-src': 'text/javascript; charset=utf-8',
  'style-src': 'text/css; charset=utf-8',
  'connect-src': 'application/json',
};
/** What the endpoint that serves an URL of this origin answers to GET. */
function answerAt(url: URL) {
  const path = url.href.slice(STAGE.length);
  for (const endpoint of endpoints) {
    const pattern = new RegExp(`^${endpoint.path.replaceAll('.', '\\.').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
    const match = endpoint.method === 'GET' && endpoint.access === 'open' ? pattern.exec(path) : null;
    if (match) return functions.call(kebabOf(endpoint), { ...match.groups });
  }
  throw new Error(`no endpoint serves ${path} without a key`);
}

describe('what is served from files beside the functions, as they are built', () => {
  test('openapiDocument 200: the complete committed document, cached for minutes', () => {
    const { statusCode, headers, body } = functions.call('openapi-document');
    expect([statusCode, headers?.['content-type'], headers?.['cache-control']]).toEqual([
      200,
      'application/json',
      'public, max-age=300',
    ]);
    expect(JSON.parse(body)).toEqual(JSON.parse(readFileSync('docs/openapi.json', 'utf8')));
  });
  test.each([
    ['swagger-ui.css', 'css'],
    ['swagger-ui-bundle.js', 'javascript'],
  ])('docsFile 200: %s, whole, cached for a day', (file, type) => {
    const { statusCode, headers, body } = functions.call('docs-file', { file });
    expect([statusCode, headers?.['content-type'], headers?.['cache-control']]).toEqual([
      200,
      `text/${type}; charset=utf-8`,
      DAY,
    ]);
    expect(body).toBe(readFileSync(`node_modules/swagger-ui-dist/${file}`, 'utf8'));
  });

  test('all that the documentation page loads is served as what it is loaded as, and allowed by its policy', () => {
    const page = new URL(`${STAGE}/docs`);
    const { headers, body } = answerAt(page);
    const loaded = loadedBy(body);
    // Grows while it is read: a script names the document that it loads.
    for (const one of loaded) {
      expect([one, allows(String(headers?.['content-security-policy']), page, one)]).toEqual([one, true]);
      if (one.url === 'data:,') continue;
      const answer = answerAt(new URL(one.url, page));
      const { 'content-type': type, 'x-content-type-options': options } = answer.headers ?? {};
      expect([one.url, answer.statusCode, type, options]).toEqual([one.url, 200, TYPES[one.directive], 'nosniff']);
      if (one.url.endsWith('start.js')) {
        const [, url = ''] = /url: '([^']*)'/.exec(answer.body) ?? [];
        loaded.push({ directive: 'connect-src', url });
      }
      if (one.url.endsWith('.css'))
        for (const [, url = ''] of answer.body.matchAll(/url\("?([^")]*)/g))
          expect([url.slice(0, 30), url.startsWith('data:image/')]).toEqual([url.slice(0, 30), true]);
    }
    expect(loaded.map(({ url }) => url)).toContain('v1/openapi.json');
  });
  test('the viewer starts where code in strings is refused, as the policy has no unsafe-eval', () => {
    const program = "process.stdout.write(typeof require('swagger-ui-dist/swagger-ui-bundle.js'))";
    const output = execFileSync(process.execPath, ['--disallow-code-generation-from-strings', '-e', program]);
    expect(output.toString('utf8')).toBe('function');
  });
});
