import type { Locator, Page, Request, Route } from 'playwright-core';
import { describeConsole } from '../support/browser/console';
import type { Visitor } from '../support/browser/visitor';
import { type Json, wait } from '../support/service/service';

/** No transaction of the demo is from or to it. */
const QUIET = `0x${'12'.repeat(20)}`;
/** The receiver asks for no retry while a test runs. */
const RETRY_LATER = { 'retry-after': '600' };

await describeConsole('the console, while data and answers change,', (tools) => {
  const { browse, open, form, create, messages } = tools;
  beforeEach(() => tools.receiver.answers((_, response) => void response.writeHead(200).end()));

  const detail = (page: Page): Locator => page.locator('#detail');
  const api = (method: string, path: string, body?: unknown) => tools.service.send<Json>(method, `/v1${path}`, body);
  const ids = (list: Locator, name: string) =>
    list.evaluateAll((all, attribute) => all.map((one) => one.getAttribute(attribute)), name);
  const named = async (name: string) => {
    const { body } = await api('GET', '/webhooks?pageSize=100');
    return (body.webhooks as { id: string; name: string }[]).filter((webhook) => webhook.name === name);
  };
  /** A new webhook without messages, whose details are open. */
  const opened = async (visitor: Visitor, name: string, url = '') => {
    await open(visitor, 'webhooks');
    await create(visitor, { name, url, address: QUIET });
    const [webhook] = await named(name);
    return webhook?.id ?? '';
  };
  const sendTests = async (id: string, count: number) => {
    for (let sent = 0; sent < count; sent += 5)
      await Promise.all(Array.from({ length: Math.min(5, count - sent) }, () => api('POST', `/webhooks/${id}/test`)));
  };
  const listed = async (id: string, count: number) => {
    const found: string[] = [];
    for (let token = ''; found.length < count; ) {
      const { body } = await api('GET', `/webhooks/${id}/messages?pageSize=100${token && `&pageToken=${token}`}`);
      found.push(...(body.messages as { messageId: string }[]).map(({ messageId }) => messageId));
      token = encodeURIComponent(String(body.nextPageToken ?? ''));
      if (token === '') break;
    }
    return found.slice(0, count);
  };
  /** Until the page shows as many messages as the API lists. */
  const expectMessages = async (visitor: Visitor, id: string, count: number) => {
    await visitor.until(`document.querySelectorAll('[data-message]').length === ${count}`, 30);
    expect(await ids(messages(visitor), 'data-message')).toEqual(await listed(id, count));
  };

  test('more than a page of new messages between two polls leaves no gap', () =>
    browse(async (visitor) => {
      const id = await opened(visitor, 'busy');
      await sendTests(id, 105);
      const older = visitor.page.getByRole('button', { name: 'Older messages' });
      await older.click();
      await visitor.until("document.querySelectorAll('[data-message]').length >= 100");
      await older.click();
      await expectMessages(visitor, id, 105);
      await sendTests(id, 60);
      await expectMessages(visitor, id, 165);
    }));

  test('a message leaves a filtered list when its status changes', () =>
    browse(async (visitor) => {
      const { page } = visitor;
      tools.receiver.answers((_, response) => void response.writeHead(500, RETRY_LATER).end());
      await opened(visitor, 'filtered', `${tools.receiver.url}/hook`);
      await page.getByRole('button', { name: 'Send test message' }).click();
      await messages(visitor).getByText('1 attempt').waitFor();
      await page.getByLabel('Status').selectOption('pending');
      await messages(visitor).getByText('pending').waitFor();
      tools.receiver.answers((_, response) => void response.writeHead(200).end());
      const { release } = await holdResponses(page, '**/replay');
      await page.getByRole('button', { name: /^Replay/ }).focus();
      await page.keyboard.press('Enter');
      await page.getByText('No messages to show.').waitFor();
      // In place of the top of the page.
      expect(await visitor.evaluate('document.activeElement.tagName')).toBe('UL');
      release();
      await page.locator('#said').getByText('Replay requested').waitFor({ state: 'attached' });
      await page.getByLabel('Status').selectOption('delivered');
      await messages(visitor).getByText('delivered').waitFor();
    }));

  test('a late response for one status is not shown under another', () =>
    browse(async (visitor) => {
      const { page } = visitor;
      const id = await opened(visitor, 'late list');
      const asked = page.waitForRequest((request) => /messages\?pageSize=\d+$/.test(request.url()));
      const release = await hold(page, '**/messages?*', (request) => !request.url().includes('status='));
      await sendTests(id, 1);
      await asked;
      await page.getByLabel('Status').selectOption('failed');
      await wait(500);
      const shown = visitor.evaluate<number>(
        "new Promise((resolve) => { let most = 0; const count = () => { most = Math.max(most, document.querySelectorAll('[data-message]').length); }; new MutationObserver(count).observe(document.body, { childList: true, subtree: true }); setTimeout(() => resolve(most), 2500); })",
      );
      await wait(500);
      release();
      expect(await shown).toBe(0);
    }));

  test('the body of a test message takes one request', () =>
    browse(async (visitor) => {
      const { page, requests } = visitor;
      const id = await opened(visitor, 'bodies');
      await sendTests(id, 1);
      // Before its block is matched, the page reads from the oldest message.
      const [messageId = ''] = await listed(id, 1);
      const block = Number(messageId.split('_')[1]);
      for (let status = 400; status !== 200; await wait(200))
        ({ status } = await api('GET', `/webhooks/${id}/feed?from=block:${block}`));
      const before = requests.filter((url) => url.includes('/feed?')).length;
      await page.getByRole('button', { name: /^Body/ }).click();
      await page.getByRole('region', { name: /^Body/ }).waitFor();
      const asked = requests.filter((url) => url.includes('/feed?')).slice(before);
      expect(asked).toEqual([expect.stringMatching(/from=block%3A\d+$/)]);
    }));

  test.each([
    ['the message is gone', { messages: [], cursor: 'x', done: true }, 2, 'This message is no longer in the feed.'],
    ['the feed is too long', { messages: [], cursor: 'x', done: false }, 20, 'Not found in the part of the feed'],
  ])('the page says that %s, after reading from its block and from the oldest', (_, json, requests, text) =>
    browse(async (visitor) => {
      const { page } = visitor;
      await sendTests(await opened(visitor, text), 1);
      let asked = 0;
      await page.route('**/feed?*', (route) => {
        asked += 1;
        return route.fulfill({ json });
      });
      await page.getByRole('button', { name: /^Body/ }).click();
      await messages(visitor).getByText(text).waitFor();
      expect(asked).toBe(requests);
    }),
  );

  test.each([429, 503])('a %i while searching a body is reported, without further requests', (status) =>
    browse(async (visitor) => {
      const { page } = visitor;
      await sendTests(await opened(visitor, `limited by ${status}`), 1);
      let asked = 0;
      await page.route('**/feed?*', (route) => {
        asked += 1;
        return route.fulfill({ status, headers: { 'retry-after': '9' }, json: { message: 'slow down' } });
      });
      await page.getByRole('button', { name: /^Body/ }).click();
      await messages(visitor).locator('.reason').getByText('Slow down (try again in 9 s)').waitFor();
      expect(asked).toBe(1);
    }),
  );

  test.each([400, 410])('a body is found from the oldest message if its block is answered with %i', (status) =>
    browse(async (visitor) => {
      const { page } = visitor;
      await sendTests(await opened(visitor, `from oldest after ${status}`), 1);
      await page.route('**/feed?from=block*', (route) => route.fulfill({ status, json: { message: 'unusable' } }));
      await page.getByRole('button', { name: /^Body/ }).click();
      await page.getByRole('region', { name: /^Body/ }).waitFor();
    }),
  );

  test('restarting the listener leaves only one request waiting', () =>
    browse(async (visitor) => {
      const { page } = visitor;
      const id = await opened(visitor, 'listened twice');
      const waiting = new Set<unknown>();
      page.on('request', (request) => {
        if (request.url().includes('waitSeconds')) waiting.add(request);
      });
      for (const event of ['requestfinished', 'requestfailed'] as const)
        page.on(event as 'requestfinished', (request) => waiting.delete(request));
      const press = (name: string) => detail(page).getByRole('button', { name, exact: true }).click();
      for (let i = 0; i < 3; i++) {
        const began = page.waitForRequest(/waitSeconds/);
        await press('Listen');
        await began;
        await wait(1_500);
        expect(waiting.size).toBe(1);
        if (i < 2) await press('Stop');
      }
      await sendTests(id, 1);
      await page.locator('[data-heard]').first().waitFor();
      await page.getByText('1 new message', { exact: true }).waitFor({ state: 'attached' });
      await wait(1_500);
      expect(await page.locator('[data-heard]').count()).toBe(1);
    }));

  test('the listener resumes after API errors', () =>
    browse(async (visitor) => {
      const { page } = visitor;
      const id = await opened(visitor, 'listened through failures');
      const began = page.waitForResponse(/from=now/);
      await detail(page).getByRole('button', { name: 'Listen', exact: true }).click();
      await began;
      await page.route('**/feed?*', (route) =>
        route.fulfill({ status: 503, headers: { 'retry-after': '1' }, json: { message: 'busy' } }),
      );
      await sendTests(id, 1);
      // As other failures: with a capital letter, and not as a note.
      await detail(page).locator('.reason').getByText('Busy (try again in 1 s)').waitFor();
      await page.unrouteAll();
      await page.locator('[data-heard]').first().waitFor();
    }));

  test('unsaved edits survive outside changes, and untouched fields update', () =>
    browse(async (visitor) => {
      const { page } = visitor;
      const id = await opened(visitor, 'edited');
      await detail(page).getByText('Settings').click();
      await detail(page).getByLabel('Description').fill('in progress');
      await api('PATCH', `/webhooks/${id}`, { name: 'renamed' });
      await detail(page).getByRole('heading', { name: 'renamed' }).waitFor();
      expect(await detail(page).getByLabel('Name').inputValue()).toBe('renamed');
      await detail(page).getByRole('button', { name: 'Deactivate' }).click();
      await detail(page).getByText('Deactivated.').waitFor();
      expect(await detail(page).getByLabel('Description').inputValue()).toBe('in progress');
      await detail(page).getByRole('button', { name: 'Save' }).click();
      await detail(page).getByText('Saved.', { exact: true }).waitFor();
      expect((await api('GET', `/webhooks/${id}`)).body).toMatchObject({ name: 'renamed', description: 'in progress' });
    }));

  test('a late response for one webhook does not replace the details of another', () =>
    browse(async (visitor) => {
      const { page } = visitor;
      await opened(visitor, 'slow');
      await create(visitor, { name: 'other', address: QUIET });
      await page.getByRole('button', { name: 'Details: slow' }).click();
      await detail(page).getByRole('heading', { name: 'slow' }).waitFor();
      const release = await hold(page, '**/v1/webhooks/*', (request) => request.method() === 'DELETE');
      await detail(page).getByRole('button', { name: 'Deactivate' }).click();
      await page.getByRole('button', { name: 'Details: other' }).click();
      release();
      await page.locator('[data-webhook]', { hasText: 'slow' }).getByText('inactive').waitFor();
      await detail(page).getByRole('heading', { name: 'other' }).waitFor();
    }));

  test('a created webhook is shown even if the list fails to load', () =>
    browse(async (visitor) => {
      const { page } = visitor;
      await open(visitor, 'webhooks');
      await page.route('**/v1/webhooks?*', (route) =>
        route.fulfill({ status: 500, json: { message: 'out of order' } }),
      );
      await create(visitor, { name: 'made once', address: QUIET });
      await form(visitor).getByText('Created.').waitFor();
      const notice = page.locator('#notice');
      await notice.getByText('This page may be out of date. Out of order').waitFor();
      await page.unrouteAll();
      await page.locator('[data-webhook]', { hasText: 'made once' }).waitFor();
      await notice.waitFor({ state: 'hidden' });
    }));

  test.each([
    ['webhooks', 'webhooks', 'Create webhook'],
    ['exports', 'operations/transactions:export', 'Start export'],
  ])('on the page %s, retrying after a lost response creates no duplicate', (name, path, label) =>
    browse(async (visitor) => {
      const { page } = visitor;
      await open(visitor, name);
      const keys: (string | undefined)[] = [];
      let isLost = true;
      await page.route(`**/v1/${path}`, async (route) => {
        keys.push(route.request().headers()['idempotency-key']);
        if (!isLost) return route.continue();
        await route.fetch();
        return route.abort();
      });
      const fill = async () => {
        await page.locator('#new-watched, #new-addresses').fill(QUIET);
        if (name === 'webhooks') await page.locator('#new-name').fill('lost response');
      };
      await fill();
      await page.getByRole('button', { name: label }).click();
      await page.getByText('The API is not responding.').first().waitFor();
      isLost = false;
      await page.getByRole('button', { name: label }).click();
      await page.getByText(/^(Created|Export started)\./).waitFor();
      const { body } = await api('GET', `/${name === 'webhooks' ? name : 'operations'}?pageSize=100`);
      const all = (body.webhooks ?? body.operations) as { name?: string }[];
      expect(all.filter((one) => name === 'exports' || one.name === 'lost response')).toHaveLength(1);
      expect(new Set(keys).size).toBe(1);
      // The same form once more is another request.
      await fill();
      const another = page.waitForRequest(`**/v1/${path}`);
      await page.getByRole('button', { name: label }).click();
      await another;
      expect(new Set(keys).size).toBe(2);
    }),
  );

  test('a request edited as JSON is sent unchanged, until the fields are used again', () =>
    browse(async (visitor) => {
      await open(visitor, 'webhooks');
      const fields = form(visitor);
      await fields.getByLabel('Name').fill('by fields');
      await fields.getByLabel('Addresses (one per line)').fill(QUIET);
      await fields.getByText('Edit as JSON').click();
      const json = fields.getByLabel('Request body of POST');
      await json.fill((await json.inputValue()).replace('by fields', 'by JSON'));
      expect(await fields.getByLabel('Name').isDisabled()).toBe(true);
      await fields.getByRole('button', { name: 'Create webhook' }).click();
      await visitor.page.locator('#detail').getByRole('heading', { name: 'by JSON' }).waitFor();
      expect(await fields.getByLabel('Name').isDisabled()).toBe(false);
      await json.fill('{}');
      await fields.getByRole('button', { name: 'Use the fields above' }).click();
      expect(JSON.parse(await json.inputValue())).toMatchObject({ eventType: 'address_activity' });
    }));

  test('an export on an older page is kept up to date, and a new one moves no other off the list', () =>
    browse(async (visitor) => {
      const { page } = visitor;
      const make = (n: number, operationStatus: string) => ({
        ...{ operationId: `op-${n}`, operationType: 'TRANSACTION_EXPORT_EVM', operationStatus },
        ...{ createdAtTimestamp: 1_700_000_000 + n, updatedAtTimestamp: 1_700_000_000 + n },
      });
      let operations = Array.from({ length: 105 }, (_, i) => make(105 - i, i === 104 ? 'RUNNING' : 'FAILED'));
      await page.route('**/v1/operations?*', (route) => route.fulfill({ json: pageOf(route, operations) }));
      await open(visitor, 'exports');
      const shown = () => ids(page.locator('[data-operation]'), 'data-operation');
      expect(await shown()).toHaveLength(20);
      operations = [make(106, 'FAILED'), ...operations];
      for (const length of [100, 106]) {
        await page.getByRole('button', { name: 'Older exports' }).click();
        await visitor.until(`document.querySelectorAll('[data-operation]').length === ${length}`);
      }
      await page.locator('[data-operation="op-1"]').getByText('running').waitFor();
      expect(await shown()).toEqual(operations.map(({ operationId }) => operationId));
      operations = [make(107, 'FAILED'), ...operations.slice(0, -1), make(1, 'COMPLETED')];
      await page.locator('[data-operation="op-1"]').getByText('completed').waitFor();
      expect(await shown()).toEqual(operations.map(({ operationId }) => operationId));
    }));

  test('a page that fails to load shows the reason, and loads once the API recovers', () =>
    browse(async (visitor) => {
      const { page } = visitor;
      let isDown = true;
      await page.route('**/v1/operations?*', (route) =>
        isDown
          ? route.fulfill({ status: 503, headers: { 'retry-after': '1' }, json: { message: 'busy' } })
          : route.continue(),
      );
      const opening = open(visitor, 'exports');
      await page.locator('#notice').getByText('Busy (try again in 1 s)').waitFor();
      isDown = false;
      await opening;
      expect(await page.locator('#notice').isHidden()).toBe(true);
    }));

  test('text typed while the webhook is being saved is kept', () =>
    browse(async (visitor) => {
      const { page } = visitor;
      await opened(visitor, 'typed');
      await detail(page).getByText('Settings').click();
      const description = detail(page).getByLabel('Description');
      await description.fill('one');
      const release = await hold(page, '**/v1/webhooks/*', (request) => request.method() === 'PATCH');
      await detail(page).getByRole('button', { name: 'Save' }).click();
      await description.fill('one two');
      release();
      await detail(page).getByText('Saved.', { exact: true }).waitFor();
      expect(await description.inputValue()).toBe('one two');
    }));

  test('a webhook that gets a URL no longer says that its messages stay pending', () =>
    browse(async (visitor) => {
      const { page } = visitor;
      await opened(visitor, 'pulled');
      const note = detail(page).getByText('This webhook has no URL');
      await note.waitFor();
      await detail(page).getByText('Settings').click();
      await detail(page).getByLabel('Send to').fill(`${tools.receiver.url}/hook`);
      await detail(page).getByRole('button', { name: 'Save' }).click();
      await note.waitFor({ state: 'hidden' });
    }));

  test('clearing the URL of a webhook makes it pull, and setting one makes it push again', () =>
    browse(async (visitor) => {
      const { page } = visitor;
      const url = `${tools.receiver.url}/hook`;
      const id = await opened(visitor, 'pushed', url);
      await detail(page).getByText('Settings').click();
      const saved = detail(page).getByText('Saved.', { exact: true });
      for (const [text, expected] of [
        ['', { url: '', delivery: 'pull' }],
        [url, { url }],
      ] as const) {
        await detail(page).getByLabel('Send to').fill(text);
        await detail(page).getByRole('button', { name: 'Save' }).click();
        await saved.waitFor();
        const { body } = await api('GET', `/webhooks/${id}`);
        expect(body).toMatchObject(expected);
        expect(await detail(page).getByLabel('Send to').inputValue()).toBe(text);
      }
      expect((await api('GET', `/webhooks/${id}`)).body.delivery).not.toBe('pull');
    }));

  test('the secret is the webhook’s own, or the shared one if it has none', () =>
    browse(async (visitor) => {
      const { page } = visitor;
      const id = await opened(visitor, 'signed');
      await detail(page).getByText('Settings').click();
      const secret = detail(page).getByRole('region', { name: 'Signing secret' });
      const reveal = () => detail(page).getByRole('button', { name: 'Show the signing secret' }).click();
      await reveal();
      await detail(page).getByText('Shared by all webhooks without a secret of their own.').waitFor();
      const shared = await secret.textContent();
      const { body } = await api('POST', `/webhooks/${id}/secret`);
      await reveal();
      await detail(page).getByText('This webhook’s own secret.').waitFor();
      expect(await secret.textContent()).toBe(body.secret);
      expect(body.secret).not.toBe(shared);
    }));

  test('an export of all chains is offered only for as many as one may have', () =>
    browse(async (visitor) => {
      const { page } = visitor;
      for (const [count, offered] of [
        [100, 1],
        [101, 0],
      ] as const) {
        const chainIds = Array.from({ length: count }, (_, i) => String(i + 1));
        await page.route('**/v1/chains', (route) =>
          route.fulfill({ json: { chains: chainIds.map((chainId) => ({ chainId, chainName: 'Demo' })) } }),
        );
        const details = Object.fromEntries(chainIds.map((chainId) => [`chain-${chainId}`, { indexedBlock: 1 }]));
        await page.route('**/v1/health-check', (route) => route.fulfill({ json: { details } }));
        await open(visitor, 'exports');
        const options = page.getByLabel('Chain', { exact: true }).locator('option');
        expect(await options.count()).toBe(count + offered);
        expect(await options.getByText('All chains').count()).toBe(offered);
      }
    }));

  test('polling slows down while the next retry is hours away', () =>
    browse(async (visitor) => {
      const { page } = visitor;
      await opened(visitor, 'dead', `${tools.receiver.url}/hook`);
      let asked = 0;
      await page.route('**/messages?*', (route) => {
        asked += 1;
        const message = { messageId: 'msg_1', kind: 'added', status: 'pending', attempts: [] };
        return route.fulfill({ json: { messages: [{ ...message, createdAt: 1, nextAttemptAt: 9e12 }] } });
      });
      await messages(visitor).getByText('pending').waitFor();
      const before = asked;
      await wait(12_000);
      // At the first rate there would be six.
      expect(asked - before).toBeLessThan(6);
    }));

  test('an action on a message reports its result on a card that has changed meanwhile, and keeps focus', () =>
    browse(async (visitor) => {
      const { page } = visitor;
      const id = await opened(visitor, 'by keyboard', `${tools.receiver.url}/hook`);
      await sendTests(id, 1);
      await messages(visitor).getByText('1 attempt', { exact: true }).click();
      const replays = await holdResponses(page, '**/replay');
      await page.getByRole('button', { name: /^Replay/ }).focus();
      await page.keyboard.press('Enter');
      await messages(visitor).getByText('2 attempts', { exact: true }).waitFor();
      await messages(visitor).getByRole('table').waitFor();
      await page.keyboard.press('Enter');
      replays.release();
      await messages(visitor).getByText('Replay requested').waitFor();
      expect(await visitor.evaluate('document.activeElement.textContent')).toBe('Replay');
      expect(replays.count()).toBe(1);
    }));

  test('a failed cancellation stays visible until the export ends, and focus then stays on the card', () =>
    browse(async (visitor) => {
      const { page } = visitor;
      let rows = 0;
      let operationStatus = 'RUNNING';
      await page.route('**/v1/operations?*', (route) => {
        rows += 1;
        const operation = { operationId: 'op-1', operationType: 'TRANSACTION_EXPORT_EVM', operationStatus };
        const downloadUrl = operationStatus === 'COMPLETED' ? { downloadUrl: 'https://example.org' } : {};
        const at = { createdAtTimestamp: 1_700_000_000, updatedAtTimestamp: 1_700_000_000 };
        return route.fulfill({ json: { operations: [{ ...operation, ...at, metadata: { rows, ...downloadUrl } }] } });
      });
      await page.route('**/*:cancel', (route) => route.fulfill({ status: 503, json: { message: 'busy' } }));
      await open(visitor, 'exports');
      const card = page.locator('[data-operation]');
      await card.getByRole('button', { name: /^Cancel/ }).focus();
      await page.keyboard.press('Enter');
      await card.getByText('Busy').waitFor();
      const seen = rows;
      await visitor.until(
        `parseInt(/(\\d+) rows/.exec(document.querySelector('[data-operation]').innerText)[1]) > ${seen}`,
      );
      expect(await card.getByText('Busy').isVisible()).toBe(true);
      operationStatus = 'COMPLETED';
      await card.getByRole('button', { name: /^Download/ }).waitFor();
      expect(await card.getByRole('button', { name: /^Cancel/ }).isVisible()).toBe(false);
      expect(await card.getByText('Busy').count()).toBe(0);
      expect(await visitor.evaluate("document.activeElement.hasAttribute('data-operation')")).toBe(true);
    }));

  test('opening the details of the open webhook keeps its edits, and closing them returns focus to the list', () =>
    browse(async (visitor) => {
      const { page } = visitor;
      await opened(visitor, 'opened again');
      await detail(page).getByText('Settings').click();
      await detail(page).getByLabel('Description').fill('in progress');
      await page.getByRole('button', { name: 'Details: opened again' }).click();
      expect(await detail(page).getByLabel('Description').inputValue()).toBe('in progress');
      await detail(page).getByRole('button', { name: 'Close' }).click();
      expect(await visitor.evaluate('document.activeElement.ariaLabel')).toBe('Details: opened again');
    }));

  test('a 403 stops polling and shows the reason until the next action', () =>
    browse(async (visitor) => {
      const { page } = visitor;
      await open(visitor, 'exports');
      let asked = 0;
      await page.route('**/v1/operations?*', (route) => {
        asked += 1;
        return route.fulfill({ status: 403, json: { message: 'this key is disabled' } });
      });
      await page.locator('#notice').getByText('This key is disabled').waitFor();
      await wait(4_000);
      expect(asked).toBe(1);
      await page.unrouteAll();
      await page.locator('#new-addresses').fill(QUIET);
      await page.getByRole('button', { name: 'Start export' }).click();
      await page.locator('[data-operation]').first().waitFor();
      await setHidden(visitor, true);
      await setHidden(visitor, false);
      const before = visitor.requests.length;
      await visitor.until("document.querySelector('#notice').hidden");
      await wait(4_000);
      expect(visitor.requests.length).toBeGreaterThan(before);
    }));

  test('a hidden tab sends no requests, and refreshes as soon as it is visible', () =>
    browse(async (visitor) => {
      const { page, requests } = visitor;
      await opened(visitor, 'hidden');
      // At once, as on a busy webhook.
      await page.route('**/feed?*waitSeconds*', (route) =>
        route.fulfill({ json: { messages: [], cursor: 'x', done: true } }),
      );
      await detail(page).getByRole('button', { name: 'Listen', exact: true }).click();
      await wait(1_500);
      await setHidden(visitor, true);
      await wait(500);
      const before = requests.length;
      await wait(6_000);
      expect(requests.length).toBe(before);
      const refreshed = page.waitForRequest('**/v1/**');
      await setHidden(visitor, false);
      await refreshed;
    }));
});

/** Holds matching requests back until the returned function is called. */
async function hold(page: Page, url: string, matches: (request: Request) => boolean): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    if (matches(route.request())) await promise;
    return route.continue();
  });
  return resolve;
}

/** Holds responses back until `release`: the requests take effect at once. */
async function holdResponses(page: Page, url: string) {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  let count = 0;
  await page.route(url, async (route) => {
    count += 1;
    const response = await route.fetch();
    await promise;
    return route.fulfill({ response });
  });
  return { release, count: () => count };
}

const setHidden = (visitor: Visitor, hidden: boolean): Promise<unknown> =>
  visitor.evaluate(
    `Object.defineProperty(document, 'hidden', { configurable: true, value: ${hidden} }); document.dispatchEvent(new Event('visibilitychange'))`,
  );

/** A page as the API answers. */
function pageOf(route: Route, operations: readonly object[]) {
  const query = new URL(route.request().url()).searchParams;
  const from = Number(query.get('pageToken') ?? 0);
  const to = from + Number(query.get('pageSize'));
  return { operations: operations.slice(from, to), ...(to < operations.length ? { nextPageToken: String(to) } : {}) };
}
