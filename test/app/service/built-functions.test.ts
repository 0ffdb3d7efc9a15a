import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { bundleSize } from '../../../bin/bench/bundles';
import { endpoints } from '../../../lambdas/app/contract/registry';
import { toKebabCase } from '../../../lambdas/core/contract/endpoint';
import { builtFunctions } from '../../support/endpoints/built-functions';
import { PAGE_BYTES } from '../../support/endpoints/page-bytes';
import { allows, getSources, inlineIn, type Loaded, linksIn, loadedBy } from '../../support/endpoints/page-loads';

let functions: Awaited<ReturnType<typeof builtFunctions>>;
beforeAll(async () => {
  functions = await builtFunctions();
});
afterAll(() => functions.remove());

const [MINUTES, DAY] = ['public, max-age=300', 'public, max-age=86400'];
const STAGE = 'https://api.example/stage';
const HTML = 'text/html; charset=utf-8';
const TYPES: Partial<Record<Loaded['directive'], string>> = {
  'script-src': 'text/javascript; charset=utf-8',
  'style-src': 'text/css; charset=utf-8',
  'connect-src': 'application/json',
};
/** The open endpoint that serves a URL of this stage. */
function endpointAt(url: URL) {
  expect([url.href, url.href.startsWith(STAGE)]).toEqual([url.href, true]);
  const path = url.pathname.slice(new URL(STAGE).pathname.length);
  for (const endpoint of endpoints) {
    const pattern = new RegExp(`^${endpoint.path.replaceAll('.', '\\.').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
    const match = endpoint.method === 'GET' && endpoint.access === 'open' ? pattern.exec(path) : null;
    if (match) return { endpoint, params: { ...match.groups } };
  }
  throw new Error(`no endpoint serves ${path} without a key`);
}
/** The response of a GET. */
function answerAt(url: URL) {
  const { endpoint, params } = endpointAt(url);
  return functions.call(toKebabCase(endpoint), params);
}
const getPolicy = ({ headers }: ReturnType<typeof answerAt>) => String(headers?.['content-security-policy']);

/** The page at a URL, checked to be HTML with nosniff, cached for minutes. */
function pageAt(url: URL) {
  const answer = answerAt(url);
  expect([answer.statusCode, answer.headers]).toMatchObject([
    200,
    { 'content-type': HTML, 'cache-control': MINUTES, 'x-content-type-options': 'nosniff' },
  ]);
  return answer;
}

/** Checks that every file a page loads has the right type and is allowed by its policy. Returns the URLs. */
function loadAll(page: URL): string[] {
  const answer = answerAt(page);
  const loaded = loadedBy(inlineIn(answer.body).rest);
  // Grows during the iteration: a script names the document that it loads.
  for (const one of loaded) {
    expect([one, allows(getPolicy(answer), page, one)]).toEqual([one, true]);
    if (one.url.startsWith('data:')) continue;
    const file = answerAt(new URL(one.url, page));
    const { 'content-type': type, 'x-content-type-options': options } = file.headers ?? {};
    expect([one.url, file.statusCode, type, options]).toEqual([one.url, 200, TYPES[one.directive], 'nosniff']);
    if (one.url.endsWith('reference.js')) {
      const [, url = ''] = /url: ?new URL\("([^"]*)", ?document\.baseURI\)/.exec(file.body) ?? [];
      loaded.push({ directive: 'connect-src', url });
    }
    if (one.url.endsWith('.css'))
      for (const [, url = ''] of file.body.matchAll(/url\("?([^")]*)/g))
        expect([url.slice(0, 30), url.startsWith('data:image/')]).toEqual([url.slice(0, 30), true]);
  }
  return loaded.map(({ url }) => url);
}

test('no endpoint bundle exceeds its budget: 575 kB, 600 kB with a node, 660 kB with S3, 860 kB with every event kind', () => {
  const sizes = endpoints.map((endpoint) => {
    const { node, states, files, raw } = endpoint.uses;
    const budget = raw ? 860_000 : states || files ? 660_000 : node ? 600_000 : 575_000;
    return { id: endpoint.id, bytes: bundleSize(functions.api, endpoint), budget };
  });
  expect(sizes.filter(({ bytes, budget }) => bytes > budget)).toEqual([]);
  // A bundle without its imports would be small.
  expect(Math.max(...sizes.map(({ bytes }) => bytes))).toBeGreaterThan(560_000);
});

test('the tracer of OpenTelemetry is in one chunk, which no bundle imports before it is needed', () => {
  const names = readdirSync(functions.api).filter((name) => name.endsWith('.mjs'));
  const textOf = (name: string) => readFileSync(`${functions.api}/${name}`, 'utf8');
  const [chunk = '', ...others] = names.filter((name) => textOf(name).includes('/v1/traces'));
  expect([chunk, others]).toEqual([expect.stringMatching(/^tracer-/), []]);
  const imports = names.flatMap(
    (name) => textOf(name).match(new RegExp(`(?:from|import)[ (]*"./${chunk}"`, 'g')) ?? [],
  );
  expect(new Set(imports)).toEqual(new Set([`import("./${chunk}"`]));
});

describe('the files served beside the built functions', () => {
  test('openapiDocument serves the complete committed document, cached for minutes', () => {
    const { statusCode, headers, body } = functions.call('openapi-document');
    expect([statusCode, headers?.['content-type'], headers?.['cache-control']]).toEqual([
      200,
      'application/json',
      MINUTES,
    ]);
    expect(JSON.parse(body)).toEqual(JSON.parse(readFileSync('docs/openapi.json', 'utf8')));
  });
  test.each([
    ['swagger-ui.css', 'css'],
    ['swagger-ui-bundle.js', 'javascript'],
  ])('docsFile serves all of %s, cached for a day', (file, type) => {
    const { statusCode, headers, body } = functions.call('docs-file', { file });
    expect([statusCode, headers?.['content-type'], headers?.['cache-control']]).toEqual([
      200,
      `text/${type}; charset=utf-8`,
      DAY,
    ]);
    expect(body).toBe(readFileSync(`node_modules/swagger-ui-dist/${file}`, 'utf8'));
  });
  test('docsFile lets our own files be cached for minutes only, as they change with each release', () => {
    for (const file of ['base.css', 'reference.js'])
      expect(functions.call('docs-file', { file }).headers?.['cache-control']).toBe(MINUTES);
  });
  test('docsFile answers 404 for files outside the documentation folder', () => {
    for (const file of ['config.json', 'front-page.html', '../config.json', '..', '%2e%2e%2fconfig.json'])
      expect(functions.call('docs-file', { file }).statusCode).toBe(404);
  });
});

const CONSOLE = ['webhooks', 'exports', 'usage'].map((name) => [`/console/${name}`, PAGE_BYTES.consolePage] as const);
describe.each([['/', PAGE_BYTES.frontPage], ...CONSOLE] as const)('the page %s', (path, mostBytes) => {
  const page = new URL(STAGE + path);

  test('the policy allows its own style and script by hash, and nothing else that could run', () => {
    const answer = pageAt(page);
    const { styles, scripts } = inlineIn(answer.body);
    const hashes = (texts: readonly string[]) =>
      texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
    expect([styles.length, scripts.length]).toEqual([1, 1]);
    expect(getPolicy(answer).split('; ')).toEqual([
      "default-src 'none'",
      `script-src ${hashes(scripts)}`,
      `style-src ${hashes(styles)}`,
      'img-src data:',
      "connect-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'none'",
    ]);
  });
  test('the page loads no other file, has no inline handlers and inserts no text as HTML', () => {
    expect(loadAll(page).filter((url) => !url.startsWith('data:'))).toEqual([]);
    expect(answerAt(page).body).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(/);
  });
  test('the page shows the configured name and the package version', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(answerAt(page).body).toContain(`<p>chain-data, version ${version}</p>`);
  });
  test('the page is as small as the worst bill assumes', () => {
    expect(Buffer.byteLength(answerAt(page).body)).toBeLessThan(mostBytes);
  });
});

describe('the API reference page', () => {
  const page = new URL(`${STAGE}/docs`);

  test('the policy allows files of its own origin, and no foreign or inline script', () => {
    const answer = pageAt(page);
    expect(getPolicy(answer).split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data:",
      "connect-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'none'",
    ]);
    for (const url of ['https://elsewhere.example/a.js', 'data:text/javascript,1', 'blob:https://api.example/1'])
      expect([url, allows(getPolicy(answer), page, { directive: 'script-src', url })]).toEqual([url, false]);
    expect(getSources(getPolicy(answer), 'script-src')).not.toContain("'unsafe-inline'");
  });
  test('every loaded file is served with the right type and allowed by the policy', () => {
    expect(
      loadAll(page)
        .filter((url) => !url.startsWith('data:'))
        .toSorted(),
    ).toEqual([
      'docs/base.css',
      'docs/reference.css',
      'docs/reference.js',
      'docs/swagger-ui-bundle.js',
      'docs/swagger-ui.css',
      'v1/openapi.json',
    ]);
  });
  test('the viewer starts without eval, as the policy has no unsafe-eval', () => {
    const program = "process.stdout.write(typeof require('swagger-ui-dist/swagger-ui-bundle.js'))";
    const output = execFileSync(process.execPath, ['--disallow-code-generation-from-strings', '-e', program]);
    expect(output.toString('utf8')).toBe('function');
  });
});

describe('a guide', () => {
  const page = new URL(`${STAGE}/docs/webhooks`);

  test('the policy allows its style, and nothing that could run', () => {
    const answer = pageAt(page);
    expect(getPolicy(answer).split('; ')).toEqual([
      "default-src 'none'",
      "style-src 'self'",
      'img-src data:',
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'none'",
    ]);
    expect(getSources(getPolicy(answer), 'script-src')).toEqual(["'none'"]);
  });
  test('every loaded file is served with the right type and allowed by the policy', () => {
    expect(loadAll(page).filter((url) => !url.startsWith('data:'))).toEqual(['guide.css']);
  });
});

test('every link of every page is relative, so that it works behind a stage, and is served without a key', () => {
  const pages = new Map<string, string>();
  const links = new Set<string>([`${STAGE}/`]);
  // Grows during the iteration.
  for (const link of links) {
    const [url = '', anchor = ''] = link.split('#');
    // Endpoints that read the table are tested elsewhere.
    if (endpointAt(new URL(url)).endpoint.uses.reads) continue;
    if (!pages.has(url)) {
      const answer = answerAt(new URL(url));
      expect([link, answer.statusCode]).toEqual([link, 200]);
      pages.set(url, answer.headers?.['content-type'] === HTML ? answer.body : '');
      for (const to of linksIn(pages.get(url) ?? '')) {
        if (to.startsWith('https://')) continue;
        expect([url, to, /^(\.\.?(\/|$)|#|docs\b|console\/|v1\/|[a-z-]+(#|$))/.test(to)]).toEqual([url, to, true]);
        links.add(new URL(to, url).href);
      }
    }
    // Anchors of operations belong to the viewer.
    if (anchor !== '' && !anchor.startsWith('/'))
      expect([link, pages.get(url)?.includes(`id="${anchor}"`)]).toEqual([link, true]);
  }
  expect(
    [...pages.keys()]
      .filter((url) => pages.get(url))
      .map((url) => url.slice(STAGE.length))
      .toSorted(),
  ).toEqual(
    [
      '/',
      '/docs',
      ...CONSOLE.map(([path]) => path),
      ...readdirSync('docs/guides').map((file) => `/docs/${file.replace('.md', '')}`),
    ].toSorted(),
  );
});
