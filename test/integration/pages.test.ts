import { once } from 'node:events';
import { mkdirSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Demo, startDemo } from '../../demo/demo';
import type { Report } from '../../site/front/report';
import { describeInBrowser } from '../support/browser/describe-in-browser';
import { OVERFLOW, UNREADABLE } from '../support/browser/readable';
import { STAGE, stageProxy } from '../support/browser/stage-proxy';
import { SCREENSHOTS, VIEWPORTS, viewportName } from '../support/browser/viewports';
import type { Fake, Visitor } from '../support/browser/visitor';
import { bearer } from '../support/runner-token';
import { EXPORTS, endedOperation, type Operation } from '../support/service/operation';
import { folder, removeFolders, Service, wait } from '../support/service/service';

/** Each width and each color scheme once: overflow depends on the width, contrast on the scheme. */
const DOCS_VIEWPORTS = VIEWPORTS.filter(({ width, dark }) => process.env.FULL || dark === (width === 390));
const GUIDES = readdirSync('docs/guides').map((file) => file.replace('.md', ''));

await describeInBrowser('pages in a browser', (browse) => {
  let demo: Demo;
  let service: Service;
  let stage: Awaited<ReturnType<typeof stageProxy>>;
  beforeAll(async () => {
    if (SCREENSHOTS) mkdirSync(SCREENSHOTS, { recursive: true });
    demo = await startDemo({ dataDir: folder() });
    // Every visitor is new, without a cache, and they come faster than people.
    const { chains, pChains } = demo;
    service = await new Service({ chains, pChains, docs: { rate: 1_000, burst: 1_000 } }).start();
    stage = await stageProxy(service.urls.dataUrl);
    await service.indexed('31337', 20);
  });
  afterAll(async () => {
    stage?.stop();
    await service?.stop();
    await demo?.stop();
    removeFolders();
  });

  const frontUrl = () => `${service.urls.dataUrl}/`;
  const figure = (field: string) =>
    `Number(document.querySelector('[data-chain] [data-field=${field}]').textContent.replaceAll(',', ''))`;
  const SUMMARY = "document.querySelector('#summary')";
  const summaryIs = (text: string) => `${SUMMARY}.textContent === ${JSON.stringify(text)}`;
  const CALLS = "[...document.querySelectorAll('.call')]";
  /** Every chain and P-Chain is up, however many the demo has. */
  const ALL_UP = `${SUMMARY}.classList.contains('good')`;
  const IS_READY = `${ALL_UP} && ${CALLS}.every((call) => !call.querySelector('[data-field=run]').disabled)`;
  /** If the front page never gets ready in one test, the others fail at once for the same reason. */
  let neverReady: Error | undefined;
  const createReadiness = async (visitor: Visitor, url = frontUrl()) => {
    if (neverReady) throw neverReady;
    await visitor.open(url);
    // The service may have just started.
    await visitor.until(IS_READY, 60).catch((error: Error) => {
      neverReady = error;
      throw error;
    });
  };
  const outcome = (call: number) => `${CALLS}[${call}].querySelector('[data-field=outcome]').textContent`;
  const run = async (visitor: Visitor, call: number): Promise<string> => {
    await visitor.evaluate(`${CALLS}[${call}].querySelector('[data-field=run]').click()`);
    await visitor.until(`/^(?!Loading)./.test(${outcome(call)})`);
    return visitor.evaluate(outcome(call));
  };
  const screenshot = async ({ page }: Visitor, name: string, fullPage = true) => {
    if (!SCREENSHOTS) return;
    await page
      .screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage })
      // A machine too busy for a screenshot says nothing about the page.
      .catch((error: Error) => console.warn(`no screenshot ${name}: ${error.message}`));
  };
  const expectReadable = async (visitor: Visitor) => {
    expect(await visitor.evaluate(OVERFLOW)).toBe(0);
    expect(await visitor.evaluate(UNREADABLE)).toEqual([]);
  };

  describe.each(VIEWPORTS.map((viewport) => [viewportName(viewport), viewport] as const))('%s', (name, viewport) => {
    test('the front page is readable, fits the window and logs no error', () =>
      browse(async (visitor) => {
        await createReadiness(visitor);
        for (const call of [0, 1, 2]) await run(visitor, call);
        await screenshot(visitor, `front-${name}`);
        await expectReadable(visitor);
        expect(visitor.errors).toEqual([]);
      }, viewport));
  });

  describe.each(DOCS_VIEWPORTS.map((viewport) => [viewportName(viewport), viewport] as const))(
    '%s',
    (name, viewport) => {
      test.each(GUIDES)('the guide %s is readable, fits the window and logs no error', (guide) =>
        browse(async (visitor) => {
          await visitor.open(`${service.urls.dataUrl}/docs/${guide}`);
          await visitor.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");
          await screenshot(visitor, `${guide}-${name}`);
          await expectReadable(visitor);
          expect(visitor.errors).toEqual([]);
        }, viewport),
      );

      test('the reference fits the window and logs no error', () =>
        browse(async (visitor) => {
          await visitor.open(`${service.urls.dataUrl}/docs`);
          await visitor.until("document.querySelectorAll('.opblock').length > 30");
          // Capturing the whole page on a busy machine would exceed the test timeout.
          await screenshot(visitor, `reference-${name}`, false);
          expect(await visitor.evaluate(OVERFLOW)).toBe(0);
          expect(visitor.errors).toEqual([]);
        }, viewport));
    },
  );

  test('the head and the indexed block advance while the page is open', () =>
    browse(async (visitor) => {
      await createReadiness(visitor);
      for (const field of ['head', 'indexed']) {
        const before = await visitor.evaluate<number>(figure(field));
        expect(before).toBeGreaterThanOrEqual(20);
        await visitor.until(`${figure(field)} > ${before}`);
      }
      expect(await visitor.evaluate("document.querySelector('[data-chain]').dataset.chain")).toBe('31337');
    }));

  test('a P-Chain has a card after the EVM chains, with the same figures', () =>
    browse(async (visitor) => {
      await createReadiness(visitor);
      const card = "[...document.querySelectorAll('#chains > li')].at(-1)";
      expect(await visitor.evaluate(`${card}.querySelector('[data-field=name]').textContent`)).toBe('P-Chain (demo)');
      expect(await visitor.evaluate(`${card}.querySelector('[data-field=state]').textContent`)).toBe('up');
      const [indexed, head] = await visitor.evaluate<[number, number]>(
        `['indexed', 'head'].map((name) => Number(${card}.querySelector('[data-field=' + name + ']').textContent))`,
      );
      expect(indexed).toBeGreaterThanOrEqual(14);
      expect(head).toBeGreaterThanOrEqual(indexed);
      expect(await visitor.evaluate(`${card}.querySelector('[data-field=lag]').textContent`)).toMatch(/^\d+ blocks?, /);
    }));

  test('a card plots the blocks indexed while the page is open', () =>
    browse(async (visitor) => {
      await createReadiness(visitor);
      const bars =
        "[...document.querySelectorAll('[data-chain] [data-field=plot] title')].map((one) => one.textContent)";
      await visitor.until(`${bars}.length > 0`, 30);
      expect(await visitor.evaluate(`${bars}[0]`)).toMatch(/^\d\d:\d\d:\d\d: \d+ blocks?$/);
      await expectReadable(visitor);
    }));

  test('the front page plots a metric of a chain, by hour and by day', () =>
    browse(async (visitor) => {
      await createReadiness(visitor);
      const { page } = visitor;
      const plot = (by: string) => page.getByRole('img', { name: `Transactions of Demo chain, by ${by}` });
      await plot('hour').waitFor();
      const titles = await page.locator('#activity-plot title').allTextContents();
      expect(titles.at(-1)).toMatch(/^\d{4}-\d\d-\d\d \d\d:00 UTC: [1-9][\d,]*$/);
      await page.getByLabel('By', { exact: true }).selectOption('day');
      await plot('day').waitFor();
      await page.getByLabel('Metric').selectOption('feesPaid');
      await page.getByRole('img', { name: /^Fees paid, in coins of/ }).waitFor();
      expect(visitor.errors).toEqual([]);
    }));

  test('the cards stay up to date while a metric is slow, and no plot stays under another selection', () =>
    browse(async (visitor) => {
      const { page } = visitor;
      let isSlow = true;
      await page.route('**/v2/chains/*/metrics/*', (route) => {
        if (isSlow) return;
        const isRefused = route.request().url().includes('feesPaid');
        return isRefused ? route.fulfill({ status: 503, json: { message: 'try again' } }) : route.continue();
      });
      await createReadiness(visitor);
      const before = await visitor.evaluate<number>(figure('head'));
      await visitor.until(`${figure('head')} > ${before}`);
      isSlow = false;
      await page.getByLabel('By', { exact: true }).selectOption('day');
      const plot = page.locator('#activity-plot').getByRole('img');
      await plot.waitFor();
      await page.getByLabel('Metric').selectOption('feesPaid');
      await page.getByText('Not available: try again.').waitFor();
      expect(await plot.count()).toBe(0);
    }));

  test('the page sends requests only to the service, and none while its tab is hidden', () =>
    browse(async (visitor) => {
      await createReadiness(visitor);
      const { origin } = new URL(service.urls.dataUrl);
      const elsewhere = visitor.requests.filter((url) => !url.startsWith('data:') && !url.startsWith(`${origin}/`));
      expect(elsewhere).toEqual([]);
      const hide = (hidden: boolean) =>
        visitor.evaluate(
          `Object.defineProperty(document, 'hidden', { value: ${hidden}, configurable: true }); document.dispatchEvent(new Event('visibilitychange'))`,
        );
      await hide(true);
      await wait(500);
      const sent = visitor.requests.length;
      await wait(4_500);
      expect(visitor.requests.length).toBe(sent);
      const refreshed = visitor.page.waitForRequest('**/v1/**');
      await hide(false);
      await refreshed;
    }));

  test('the key in the printed URL moves from the fragment into the tab, and every call succeeds with it', () =>
    browse(async (visitor) => {
      const [, url = ''] = /Open (http\S+)/.exec(service.output) ?? [];
      await createReadiness(visitor, url);
      const { free } = service.urls.apiKeys;
      expect(await visitor.evaluate("document.querySelector('#key').value")).toBe(free);
      expect(await visitor.evaluate('location.href')).toBe(frontUrl());
      expect(visitor.requests.filter((one) => one.split('#')[0]?.includes(free))).toEqual([]);
      const calls = await visitor.evaluate<number>(`${CALLS}.length`);
      for (let call = 0; call < calls - 1; call++)
        expect([call, await run(visitor, call)]).toEqual([call, expect.stringMatching(/^200 OK in \d+ ms$/)]);
      const answer = await visitor.evaluate<string>(`${CALLS}[0].querySelector('[data-field=body]').textContent`);
      const { blocks } = JSON.parse(answer) as { blocks: { chainId: string }[] };
      expect(blocks).toHaveLength(3);
      for (const { chainId } of blocks) expect(['31337', '31338']).toContain(chainId);
      expect(await visitor.evaluate(`${CALLS}.at(-1).querySelector('[data-field=curl]').textContent`)).toContain(free);
      // Another page of the tab, such as after a reload, still has it.
      await visitor.open(frontUrl());
      expect(await visitor.evaluate("document.querySelector('#key').value")).toBe(free);
      expect(visitor.errors).toEqual([]);
    }));

  test('public calls succeed without a key, and an unknown key is reported', () =>
    browse(async (visitor) => {
      await createReadiness(visitor);
      expect(await run(visitor, 0)).toMatch(/^200 OK/);
      await visitor.page.locator('#key').fill('free_me_0');
      expect(await visitor.evaluate("document.querySelector('#key-note').textContent")).toBe(
        'Not a valid API key for this service.',
      );
      expect(await run(visitor, 0)).toMatch(/^401 Unauthorized/);
      await visitor.page.locator('#key').fill('');
      expect(await run(visitor, 0)).toMatch(/^200 OK/);
    }));

  test('a call runs once at a time, and no response stays under another call', () =>
    browse(async (visitor) => {
      const { page } = visitor;
      await createReadiness(visitor);
      const part = (field: string) => `${CALLS}[0].querySelector('[data-field=${field}]')`;
      const asked: (() => void)[] = [];
      await page.route('**/blocks?pageSize=3', async (route) => {
        const { promise, resolve } = Promise.withResolvers<void>();
        asked.push(resolve);
        await promise;
        return route.fulfill({ json: { asked: route.request().url() } });
      });
      await visitor.evaluate(`${part('run')}.focus()`);
      await page.keyboard.press('Enter');
      await visitor.until(`${outcome(0)} === 'Loading…'`);
      // The page refreshes its calls with each poll.
      await page.waitForResponse('**/v1/health-check');
      await wait(500);
      await page.keyboard.press('Enter');
      await wait(500);
      expect(asked).toHaveLength(1);
      await page.getByLabel('Chain of the calls').selectOption('31338');
      await visitor.until(`${part('answer')}.hidden`);
      await visitor.evaluate(`${part('run')}.click()`);
      while (asked.length < 2) await wait(50);
      asked[1]?.();
      await visitor.until(`${outcome(0)}.startsWith('200')`);
      asked[0]?.();
      await wait(500);
      expect(await visitor.evaluate(`${part('body')}.textContent`)).toContain('/31338/');
    }));

  test('the keyboard skips to the content and runs a call', () =>
    browse(async (visitor) => {
      await createReadiness(visitor);
      await visitor.page.keyboard.press('Tab');
      expect(await visitor.evaluate('document.activeElement.textContent')).toBe('Skip to content');
      await visitor.evaluate(`${CALLS}[0].querySelector('[data-field=copy]').focus()`);
      await visitor.page.keyboard.press('Tab');
      expect(await visitor.evaluate('document.activeElement.ariaLabel')).toBe('Run: Latest blocks');
      await visitor.page.keyboard.press('Enter');
      await visitor.until(`${outcome(0)}.startsWith('200 OK')`);
    }));

  test('markup in an answer is shown as text', () =>
    browse(async (visitor) => {
      const evil = '<img src=x onerror="document.title=1"><script>document.title=1</script>';
      const report = {
        status: 'down',
        chainName: evil,
        head: 5,
        indexedBlock: 4,
        lagBlocks: 1,
        lagSeconds: 2,
        message: evil,
      };
      await visitor.fake(
        ['v1/health-check', { status: 200, body: { status: 'error', details: { 'chain-1': report } } }],
        [
          'v1/chains',
          { status: 200, body: { chains: [{ chainId: '1', chainName: evil, networkToken: { symbol: evil } }] } },
        ],
      );
      await visitor.open(frontUrl());
      await visitor.until("document.querySelector('[data-field=name]')?.textContent !== 'Chain'");
      expect(
        await visitor.evaluate(
          "[...document.querySelectorAll('[data-chain] [data-field=name], [data-chain] [data-field=message]')].map((one) => one.textContent)",
        ),
      ).toEqual([evil, evil]);
      expect(await visitor.evaluate("document.querySelectorAll('img').length")).toBe(0);
      expect(await visitor.evaluate('document.title')).toBe('Chain Data Service');
    }));

  const chain = { chainName: 'C-chain', head: 90_000_017, indexedBlock: 90_000_009, lagBlocks: 8, lagSeconds: 16 };
  const getHealth = (reports: Readonly<Record<string, Report>>): Fake => ({
    status: 200,
    body: { status: 'ok', details: { database: { status: 'up' }, ...reports } },
  });
  const STATES: readonly (readonly [name: string, fake: Fake, text: string])[] = [
    ['no answer', 'down', 'The API is not responding'],
    ['too many requests', { status: 429, headers: { 'retry-after': '7' } }, 'Too many requests: retrying in 7 s'],
    ['a failure', { status: 500, body: { message: 'it broke' } }, 'The API responded with 500: it broke'],
    ['no chain', getHealth({}), 'No chains are indexed yet'],
    [
      'a chain not reached',
      getHealth({
        'chain-43114': {
          status: 'down',
          chainName: 'C-chain',
          message: 'not indexed yet: the indexer has not reached its node',
        },
      }),
      'No chains are indexed yet',
    ],
    [
      'a chain down',
      getHealth({
        'chain-43114': { ...chain, status: 'down', message: 'the node does not answer' },
        'chain-7': { ...chain, chainName: 'Seven', status: 'up' },
      }),
      '1 of 2 chains down',
    ],
    [
      'a backfill',
      getHealth({
        'chain-43114': {
          ...chain,
          status: 'up',
          backfill: {
            from: 0,
            to: 89_000_000,
            next: 31_000_000,
            blocks: 89_000_001,
            blocksLeft: 58_000_001,
            workers: 4,
            blocksPerSecond: 412.5,
            secondsLeft: 140_606,
          },
        },
      }),
      'The chain is up',
    ],
  ];
  test.each(STATES)('the summary shows the state: %s', (name, fake, text) =>
    browse(
      async (visitor) => {
        await visitor.fake(['v1/health-check', fake], ['v1/chains', { status: 429, headers: { 'retry-after': '7' } }]);
        await visitor.open(frontUrl());
        await visitor.until(summaryIs(text));
        await screenshot(visitor, `state-${name.replaceAll(' ', '-')}`);
        await expectReadable(visitor);
      },
      { width: 390, dark: false },
    ),
  );

  test('the last figures stay while the API is not responding, and updates resume once it does', () =>
    browse(async (visitor) => {
      await createReadiness(visitor);
      await visitor.fake(['v1/health-check', 'down']);
      await visitor.until(summaryIs('The API is not responding'));
      expect(await visitor.evaluate<number>(figure('head'))).toBeGreaterThan(0);
      await visitor.fake();
      await visitor.until(ALL_UP);
    }));

  test.each([STAGE, `${STAGE}/`])('the page works behind a stage (%s), and its links stay below it', (place) =>
    browse(async (visitor) => {
      await createReadiness(visitor, new URL(place, stage.url).href);
      expect(await visitor.evaluate('location.pathname')).toBe(`${STAGE}/`);
      expect(await run(visitor, 0)).toMatch(/^200 OK/);
      const links = await visitor.evaluate<string[]>(
        "[...document.querySelectorAll('a[href]')].map((one) => one.href)",
      );
      expect(links.length).toBeGreaterThan(3);
      for (const link of links) {
        expect([link, link.startsWith(`${stage.url}/`)]).toEqual([link, true]);
        expect([link, (await fetch(link)).status]).toEqual([link, 200]);
      }
      expect(visitor.errors).toEqual([]);
    }),
  );

  test('the reference calls the stage that serves it, with the key of the tab', () =>
    browse(async (visitor) => {
      await visitor.open(`${stage.url}/#key=${service.urls.apiKeys.free}`);
      const document = (await service.get<{ paths: Record<string, object> }>('/v1/openapi.json', {})).body;
      // One path renders quickly; the whole document takes tens of seconds on a slow machine.
      const paths = { '/v1/chains': document.paths['/v1/chains'] };
      await visitor.fake(['v1/openapi.json', { status: 200, body: { ...document, paths, servers: [{ url: '..' }] } }]);
      await visitor.open(`${stage.url}/docs#/EVM%20Chains/supportedChains`);
      await visitor.until("document.querySelector('.try-out__btn')");
      await visitor.evaluate("document.querySelector('.try-out__btn').click()");
      await visitor.until("document.querySelector('.execute')");
      const before = visitor.requests.length;
      await visitor.evaluate("document.querySelector('.execute').click()");
      await visitor.until(
        "document.querySelector('.live-responses-table .response .response-col_status')?.textContent.includes('200')",
      );
      expect(visitor.requests.slice(before)).toEqual([`${stage.url}/v1/chains`]);
      expect(await visitor.evaluate("document.querySelector('.curl-command').textContent")).toContain(
        service.urls.apiKeys.free,
      );
      expect(visitor.errors).toEqual([]);
    }));

  /** Opens an empty page of another origin. Returns a function that stops its server. */
  const createElsewhere = async (visitor: Visitor): Promise<() => void> => {
    const page = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<body></body>'));
    page.listen(0, '127.0.0.1');
    await once(page, 'listening');
    await visitor.open(`http://localhost:${(page.address() as AddressInfo).port}/`);
    return () => page.close();
  };

  test('a page of another origin can call both APIs with a key and custom headers, and read the request ID', () =>
    browse(async (visitor) => {
      const close = await createElsewhere(visitor);
      const { dataUrl, rpcUrl, apiKeys } = service.urls;
      const answers = await visitor.evaluate<[status: number, requestId: string, answer: string][]>(`(async () => {
        const headers = { 'x-service-api-key': '${apiKeys.pro}', 'cache-control': 'no-cache', 'x-client-version': '1' };
        const send = async (url, options) => {
          const response = await fetch(url, options);
          return [response.status, response.headers.get('x-request-id'), await response.text()];
        };
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'platform.getHeight' });
        return [
          await send('${dataUrl}/v1/chains', { headers }),
          await send('${dataUrl}/v1/webhooks', { headers }),
          await send('${dataUrl}/v1/chains/999', { headers }),
          await send('${dataUrl}/v1/chains', { headers: { ...headers, 'x-service-api-key': 'free_local_wrong' } }),
          await send('${rpcUrl}/ext/bc/P', { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body }),
        ];
      })()`);
      close();
      expect(answers.map(([status]) => status)).toEqual([200, 200, 404, 401, 200]);
      for (const [, requestId] of answers) expect(requestId).toMatch(/^[\w-]{8,}$/);
      expect(new Set(answers.map(([, requestId]) => requestId)).size).toBe(answers.length);
      expect(answers.at(-1)?.[2]).toContain('"height"');
    }));

  test('a page of another origin can download an export, whole or by range', () =>
    browse(async (visitor) => {
      const options = { addresses: [`0x${'1'.repeat(40)}`], includeChains: ['31337'] };
      const firstDate = new Date().toISOString().slice(0, 10);
      const body = { type: 'TRANSACTION_EXPORT_EVM', firstDate, options };
      const headers = { 'x-service-api-key': service.urls.apiKeys.pro };
      const started = await service.send<Operation>('POST', EXPORTS, body, headers);
      const { metadata } = await endedOperation(service, started.body.operationId, headers);
      const close = await createElsewhere(visitor);
      const [whole, part, foreign] = await visitor.evaluate<[string, string, string]>(`(async () => {
        const read = (url, init) => fetch(url, init).then(async (response) =>
          [response.status, response.headers.get('content-range'), (await response.text()).slice(0, 9)].join(' '), () => 'refused');
        const url = ${JSON.stringify(metadata.downloadUrl)};
        return [
          await read(url),
          await read(url, { headers: { range: 'bytes=0-3', 'x-client-version': '1' } }),
          await read(url.replace('X-Amz-Signature=', 'X-Amz-Signature=0')),
        ];
      })()`);
      close();
      expect(whole).toMatch(/^200 {2}\w/);
      expect(part).toMatch(/^206 bytes 0-3\/\d+ \w{4}$/);
      expect(foreign).toMatch(/^403 /);
    }));

  test('a page of another origin cannot use the local endpoints', () =>
    browse(async (visitor) => {
      const close = await createElsewhere(visitor);
      const { controlUrl, awsUrls, token } = service.urls;
      const outcomes = await visitor.evaluate<string[]>(`(async () => {
        const send = (url, options) => fetch(url, options).then(({ type }) => type, () => 'refused');
        const body = JSON.stringify({ name: 'evil', enabled: true, value: 'evil'.repeat(10) });
        const form = document.body.appendChild(Object.assign(document.createElement('form'), {
          method: 'post', enctype: 'text/plain', target: 'out', action: '${controlUrl}/local/break',
        }));
        document.body.append(Object.assign(document.createElement('iframe'), { name: 'out' }));
        form.append(Object.assign(document.createElement('input'), { name: '{"call":"dynamodb:UpdateItem","when":"before","x":"', value: '"}' }));
        form.submit();
        document.body.append(Object.assign(new Image(), { src: '${controlUrl}/local/calls' }));
        return [
          await send('${controlUrl}/apikeys', { method: 'POST', mode: 'no-cors', body }),
          await send('${controlUrl}/apikeys', { method: 'POST', body }),
          await send('${controlUrl}/local/calls', {}),
          await send('${controlUrl}/local/calls', { headers: { authorization: 'Bearer ${token}' } }),
          await send('${awsUrls.sqs}', { method: 'POST', mode: 'no-cors', body: '{}' }),
        ];
      })()`);
      expect(outcomes).toEqual(['opaque', 'refused', 'refused', 'refused', 'opaque']);
      close();
      const keys = await fetch(`${controlUrl}/apikeys`, { headers: bearer(token) });
      expect(await keys.text()).not.toContain('evil');
      expect((await service.get('/v1/live-check')).status).toBe(200);
    }));
});
