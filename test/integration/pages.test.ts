import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Demo, startDemo } from '../../demo/demo';
import { Chromium, findChromium } from '../support/browser/chromium';
import type { BrowserPage, Fake, Look } from '../support/browser/page';
import { OVERFLOW, UNREADABLE } from '../support/browser/readable';
import { STAGE, stageProxy } from '../support/browser/stage-proxy';
import { folder, removeFolders, Service, wait } from '../support/service/service';

/** Pictures of every page and state, to look at. */
const PICTURES = 'dist/pages';
const LOOKS: readonly Look[] = [1280, 390].flatMap((width) => [false, true].map((dark) => ({ width, dark })));
const [WIDE] = LOOKS as [Look];
const GUIDES = readdirSync('docs/guides').map((file) => file.replace('.md', ''));
const nameOf = ({ width, dark }: Look) => `${width}-${dark ? 'dark' : 'light'}`;

const path = findChromium();
const title = `the pages in a browser${path ? '' : ' (skipped: there is no Chromium here; CHROMIUM names one)'}`;
(path ? describe : describe.skip)(title, () => {
  let chromium: Chromium;
  let demo: Demo;
  let service: Service;
  let stage: Awaited<ReturnType<typeof stageProxy>>;
  beforeAll(async () => {
    mkdirSync(PICTURES, { recursive: true });
    [chromium, demo] = await Promise.all([Chromium.start(path ?? ''), startDemo({ dataDir: folder() })]);
    // Every tab is a new visitor without a cache, and they come faster than people.
    const { chains, pChains } = demo;
    service = await new Service({ chains, pChains, docs: { rate: 1_000, burst: 1_000 } }).start();
    stage = await stageProxy(service.urls.dataUrl);
    await service.indexed('31337', 20);
  });
  afterAll(async () => {
    stage?.stop();
    await service?.stop();
    await demo?.stop();
    await chromium?.stop();
    removeFolders();
  });

  const open = async (url: string, look = WIDE) => (await chromium.page(look)).go(url);
  const front = (look?: Look) => open(`${service.urls.dataUrl}/`, look);
  const figure = (field: string) =>
    `Number(document.querySelector('[data-chain] [data-field=${field}]').textContent.replaceAll(',', ''))`;
  const SUMMARY = "document.querySelector('#summary').textContent";
  const summary = (text: string) => `${SUMMARY} === ${JSON.stringify(text)}`;
  const CALLS = "[...document.querySelectorAll('.call')]";
  const ALL_UP = 'All 2 chains are up';
  const isReady = `${summary(ALL_UP)} && ${CALLS}.every((call) => !call.querySelector('[data-field=run]').disabled)`;
  const outcome = (call: number) => `${CALLS}[${call}].querySelector('[data-field=outcome]').textContent`;
  const run = async (page: BrowserPage, call: number): Promise<string> => {
    await page.value(`${CALLS}[${call}].querySelector('[data-field=run]').click()`);
    await page.until(`/^(?!Asking)./.test(${outcome(call)})`);
    return page.value(outcome(call));
  };

  describe.each(LOOKS.map((look) => [nameOf(look), look] as const))('%s', (name, look) => {
    test('the front page: readable, no wider than the window, without an error', async () => {
      const page = await front(look);
      await page.until(isReady);
      for (const call of [0, 1, 2]) await run(page, call);
      await page.screenshot(join(PICTURES, `front-${name}.png`));
      expect(await page.value(OVERFLOW)).toBe(0);
      expect(await page.value(UNREADABLE)).toEqual([]);
      expect(page.errors).toEqual([]);
    });
    test.each(GUIDES)('the guide %s: readable, no wider than the window, without an error', async (guide) => {
      const page = await open(`${service.urls.dataUrl}/docs/${guide}`, look);
      await page.value("for (const one of document.querySelectorAll('details')) one.open = true");
      await page.screenshot(join(PICTURES, `${guide}-${name}.png`));
      expect(await page.value(OVERFLOW)).toBe(0);
      expect(await page.value(UNREADABLE)).toEqual([]);
      expect(page.errors).toEqual([]);
    });
    test('the reference: no wider than the window, without an error', async () => {
      const page = await open(`${service.urls.dataUrl}/docs`, look);
      await page.until("document.querySelectorAll('.opblock').length > 30");
      await page.screenshot(join(PICTURES, `reference-${name}.png`));
      expect(await page.value(OVERFLOW)).toBe(0);
      expect(page.errors).toEqual([]);
    });
  });

  test('the head moves, and the indexed block with it', async () => {
    const page = await front();
    await page.until(isReady);
    for (const field of ['head', 'indexed']) {
      const before = await page.value<number>(figure(field));
      expect(before).toBeGreaterThanOrEqual(20);
      await page.until(`${figure(field)} > ${before}`);
    }
    expect(await page.value("document.querySelector('[data-chain]').dataset.chain")).toBe('31337');
  });

  test('a P-chain has a card of its own behind the chains, with the height of its node', async () => {
    const page = await front();
    await page.until(isReady);
    const card = "[...document.querySelectorAll('#chains > li')].at(-1)";
    expect(await page.value(`${card}.querySelector('[data-field=name]').textContent`)).toBe('P-chain of demo');
    expect(await page.value(`${card}.querySelector('[data-field=state]').textContent`)).toBe('up');
    const height = await page.value<string>(`${card}.querySelector('[data-field=height]').textContent`);
    expect(Number(height)).toBeGreaterThanOrEqual(14);
  });

  test('nobody is asked but the service itself, and nothing while the tab is hidden', async () => {
    const page = await front();
    await page.until(isReady);
    const { origin } = new URL(service.urls.dataUrl);
    expect(page.requests.filter((url) => !url.startsWith('data:') && !url.startsWith(`${origin}/`))).toEqual([]);
    const hide = (hidden: boolean) =>
      page.value(
        `Object.defineProperty(document, 'hidden', { value: ${hidden}, configurable: true }); document.dispatchEvent(new Event('visibilitychange'))`,
      );
    await hide(true);
    await wait(500);
    const asked = page.requests.length;
    await wait(4_500);
    expect(page.requests.length).toBe(asked);
    await hide(false);
    await wait(500);
    expect(page.requests.length).toBeGreaterThan(asked);
  });

  test('the printed URL has a key: it is taken from the fragment into the tab, and every call runs', async () => {
    const [, url = ''] = /Open (http\S+)/.exec(service.output) ?? [];
    const page = await open(url);
    await page.until(isReady);
    const { free } = service.urls.apiKeys;
    expect(await page.value("document.querySelector('#key').value")).toBe(free);
    expect(await page.value('location.href')).toBe(`${service.urls.dataUrl}/`);
    expect(page.requests.filter((one) => one.includes(free))).toEqual([]);
    const calls = await page.value<number>(`${CALLS}.length`);
    for (let call = 0; call < calls - 1; call++)
      expect([call, await run(page, call)]).toEqual([call, expect.stringMatching(/^200 OK in \d+ ms$/)]);
    const answer = await page.value<string>(`${CALLS}[0].querySelector('[data-field=body]').textContent`);
    const { blocks } = JSON.parse(answer) as { blocks: { chainId: string }[] };
    expect(blocks).toHaveLength(3);
    for (const { chainId } of blocks) expect(['31337', '31338']).toContain(chainId);
    expect(await page.value(`${CALLS}.at(-1).querySelector('[data-field=curl]').textContent`)).toContain(free);
    // Another page of the tab, such as after a reload, still has it.
    await page.go(`${service.urls.dataUrl}/`);
    expect(await page.value("document.querySelector('#key').value")).toBe(free);
    expect(page.errors).toEqual([]);
  });

  test('calls that need no key run without one; a key that does not exist is told', async () => {
    const page = await front();
    await page.until(isReady);
    expect(await run(page, 0)).toMatch(/^200 OK/);
    const type = (key: string) =>
      page.value(
        `{ const field = document.querySelector('#key'); field.value = ${JSON.stringify(key)}; field.dispatchEvent(new Event('input')); }`,
      );
    await type('free_me_0');
    expect(await page.value("document.querySelector('#key-note').textContent")).toBe(
      'This does not look like a key of this service.',
    );
    expect(await run(page, 0)).toMatch(/^401 Unauthorized/);
    await type('');
    expect(await run(page, 0)).toMatch(/^200 OK/);
  });

  test('the keyboard reaches everything: the content at once, and a call to run', async () => {
    const page = await front();
    await page.until(isReady);
    await page.press('Tab');
    expect(await page.value('document.activeElement.textContent')).toBe('Skip to the content');
    await page.value(`${CALLS}[0].querySelector('[data-field=copy]').focus()`);
    await page.press('Tab');
    expect(await page.value('document.activeElement.ariaLabel')).toBe('Run: The latest blocks');
    await page.press('Enter');
    await page.until(`${outcome(0)}.startsWith('200 OK')`);
  });

  test('what an answer says is text, whatever it is', async () => {
    const page = await chromium.page(WIDE);
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
    await page.fake(
      ['v1/health-check', { status: 200, body: { status: 'error', details: { 'chain-1': report } } }],
      [
        'v1/chains',
        { status: 200, body: { chains: [{ chainId: '1', chainName: evil, networkToken: { symbol: evil } }] } },
      ],
    );
    await page.go(`${service.urls.dataUrl}/`);
    await page.until("document.querySelector('[data-field=name]')?.textContent !== 'Chain'");
    expect(
      await page.value(
        "[...document.querySelectorAll('[data-chain] [data-field=name], [data-chain] [data-field=message]')].map((one) => one.textContent)",
      ),
    ).toEqual([evil, evil]);
    expect(await page.value("document.querySelectorAll('img').length")).toBe(0);
    expect(await page.value('document.title')).toBe('Chain Data Service');
  });

  const chain = { chainName: 'C-chain', head: 90_000_017, indexedBlock: 90_000_009, lagBlocks: 8, lagSeconds: 16 };
  const healthOf = (reports: Record<string, object>): Fake => ({
    status: 200,
    body: { status: 'ok', details: { database: { status: 'up' }, ...reports } },
  });
  const STATES: readonly (readonly [name: string, fake: Fake, text: string])[] = [
    ['no answer', 'down', 'The API does not answer'],
    ['too many requests', { status: 429, headers: { 'retry-after': '7' } }, 'Too many requests: asking again in 7 s'],
    ['a failure', { status: 500, body: { message: 'it broke' } }, 'The API answers 500: it broke'],
    ['no chain', healthOf({}), 'No chain is indexed yet'],
    [
      'a chain not reached',
      healthOf({
        'chain-43114': {
          status: 'down',
          chainName: 'C-chain',
          message: 'not indexed yet: the indexer has not reached its node',
        },
      }),
      'No chain is indexed yet',
    ],
    [
      'a chain down',
      healthOf({
        'chain-43114': { ...chain, status: 'down', message: 'the node does not answer' },
        'chain-7': { ...chain, chainName: 'Seven', status: 'up' },
      }),
      '1 of 2 chains down',
    ],
    [
      'a backfill',
      healthOf({
        'chain-43114': {
          ...chain,
          status: 'up',
          backfill: { from: 0, to: 89_000_000, next: 31_000_000, blocksPerSecond: 412.5, secondsLeft: 140_606 },
        },
      }),
      'The chain is up',
    ],
  ];
  test.each(STATES)('%s is shown for what it is', async (name, fake, text) => {
    const page = await chromium.page({ width: 390, dark: false });
    await page.fake(['v1/health-check', fake], ['v1/chains', { status: 429, headers: { 'retry-after': '7' } }]);
    await page.go(`${service.urls.dataUrl}/`);
    await page.until(summary(text));
    await page.screenshot(join(PICTURES, `state-${name.replaceAll(' ', '-')}.png`));
    expect(await page.value(OVERFLOW)).toBe(0);
    expect(await page.value(UNREADABLE)).toEqual([]);
  });
  test('what is shown stays while the API is away, and goes on afterwards', async () => {
    const page = await front();
    await page.until(isReady);
    await page.fake(['v1/health-check', 'down']);
    await page.until(summary('The API does not answer'));
    expect(await page.value<number>(figure('head'))).toBeGreaterThan(0);
    await page.fake();
    await page.until(summary(ALL_UP));
  });

  test.each([STAGE, `${STAGE}/`])(
    'behind a stage, as %s: the page works, and its links stay in the stage',
    async (place) => {
      const page = await open(new URL(place, stage.url).href);
      await page.until(isReady);
      expect(await page.value('location.pathname')).toBe(`${STAGE}/`);
      expect(await run(page, 0)).toMatch(/^200 OK/);
      const links = await page.value<string[]>("[...document.querySelectorAll('a[href]')].map((one) => one.href)");
      expect(links.length).toBeGreaterThan(3);
      for (const link of links) {
        expect([link, link.startsWith(`${stage.url}/`)]).toEqual([link, true]);
        expect([link, (await fetch(link)).status]).toEqual([link, 200]);
      }
      expect(page.errors).toEqual([]);
    },
  );

  test('the reference calls the stage that it is served from, with the key of the tab', async () => {
    const page = await open(`${stage.url}/#key=${service.urls.apiKeys.free}`);
    const document = (await service.get<{ servers: object[] }>('/v1/openapi.json', {})).body;
    await page.fake(['v1/openapi.json', { status: 200, body: { ...document, servers: [{ url: '..' }] } }]);
    await page.go(`${stage.url}/docs#/EVM%20Chains/supportedChains`);
    await page.until("document.querySelector('.try-out__btn')");
    await page.value("document.querySelector('.try-out__btn').click()");
    await page.until("document.querySelector('.execute')");
    const before = page.requests.length;
    await page.value("document.querySelector('.execute').click()");
    await page.until(
      "document.querySelector('.live-responses-table .response .response-col_status')?.textContent.includes('200')",
    );
    expect(page.requests.slice(before)).toEqual([`${stage.url}/v1/chains`]);
    expect(await page.value("document.querySelector('.curl-command').textContent")).toContain(
      service.urls.apiKeys.free,
    );
    expect(page.errors).toEqual([]);
  });
});
