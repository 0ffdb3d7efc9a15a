import { join } from 'node:path';
import { describeConsole } from '../support/browser/console';
import { OVERFLOW, UNREADABLE } from '../support/browser/readable';
import { SCREENSHOTS, VIEWPORTS, viewportName } from '../support/browser/viewports';
import type { Visitor } from '../support/browser/visitor';
import { bearer } from '../support/runner-token';
import { type Json, wait } from '../support/service/service';

await describeConsole('the console in a browser', (tools) => {
  const { browse, open, form, getSender, messages } = tools;
  const create = async (visitor: Visitor, name: string, url = '') =>
    tools.create(visitor, { name, url, address: await getSender() });
  const expectReadable = async (visitor: Visitor) => {
    expect(await visitor.evaluate(OVERFLOW)).toBe(0);
    expect(await visitor.evaluate(UNREADABLE)).toEqual([]);
    expect(visitor.errors).toEqual([]);
  };

  test('a created webhook can be tested, and shows attempts, bodies and replays', () =>
    browse(async (visitor) => {
      const { page } = visitor;
      tools.receiver.answers(
        (_, response) => void response.writeHead(500, { 'retry-after': '600' }).end('not <b>today</b>'),
      );
      await open(visitor, 'webhooks');
      await create(visitor, 'treasury', `${tools.receiver.url}/hook`);
      await page.getByRole('button', { name: 'Send test message' }).click();
      const test = messages(visitor).filter({ hasText: 'test_' });
      await test.getByText('1 attempt').click();
      // Text of the receiver, as it was sent.
      await test.getByRole('cell', { name: 'not <b>today</b>' }).waitFor();
      expect(await test.getByRole('cell', { name: '500', exact: true }).count()).toBe(1);
      tools.receiver.answers((_, response) => void response.writeHead(200).end('taken'));
      await test.getByRole('button', { name: /^Replay/ }).click();
      await test.getByText('delivered').waitFor();
      await test.getByRole('cell', { name: 'taken' }).waitFor();
      await test.getByRole('button', { name: /^Body/ }).click();
      const body = await test.getByRole('region', { name: /^Body/ }).textContent();
      expect(JSON.parse(body ?? '')).toMatchObject({
        eventType: 'address_activity',
        messageId: expect.stringMatching(/^test_/),
      });
      // A new attempt changes the card, and leaves the body.
      await test.getByRole('button', { name: /^Replay/ }).click();
      await test.getByText('3 attempts').waitFor();
      expect(await test.getByRole('region', { name: /^Body/ }).textContent()).toBe(body);
    }));

  test('messages appear while the page listens, and stop appearing after Stop', () =>
    browse(async (visitor) => {
      const { page } = visitor;
      await open(visitor, 'webhooks');
      await create(visitor, 'listened');
      await page.getByRole('button', { name: 'Listen', exact: true }).click();
      await page.locator('[data-heard]').first().waitFor();
      await page.getByRole('button', { name: 'Stop' }).click();
      await wait(500);
      const heard = await page.locator('[data-heard]').count();
      await wait(2_500);
      expect(await page.locator('[data-heard]').count()).toBe(heard);
      expect(visitor.errors).toEqual([]);
    }));

  test('a webhook is renamed, gets addresses, is deactivated and reactivated', () =>
    browse(async (visitor) => {
      const { page } = visitor;
      await open(visitor, 'webhooks');
      await create(visitor, 'first name');
      const detail = page.locator('#detail');
      await detail.getByText('Settings').click();
      await detail.getByLabel('Name').fill('second name');
      await detail.getByRole('button', { name: 'Save' }).click();
      await detail.getByRole('heading', { name: 'second name' }).waitFor();
      await detail.getByLabel('Addresses (one per line)').fill(`0x${'12'.repeat(20)}`);
      await detail.getByRole('button', { name: 'Add addresses' }).click();
      await detail.getByText('0x1212121212121212121212121212121212121212').waitFor();
      await detail.getByRole('button', { name: 'Deactivate' }).click();
      await detail.getByText('inactive', { exact: true }).waitFor();
      await detail.getByRole('button', { name: 'Reactivate' }).click();
      await detail.getByText('active', { exact: true }).waitFor();
    }));

  test("a rejected request shows the API's reason and keeps the form", () =>
    browse(async (visitor) => {
      await open(visitor, 'webhooks');
      const fields = form(visitor);
      await fields.getByLabel('Addresses (one per line)').fill('0x12');
      await fields.getByRole('button', { name: 'Create webhook' }).click();
      await fields.getByText('must be an address: 0x and 40 hexadecimal digits').waitFor();
      expect(await fields.getByLabel('Addresses (one per line)').inputValue()).toBe('0x12');
      await fields.getByText('Edit as JSON').click();
      await fields.getByLabel('Request body of POST').fill('{"eventType":');
      await fields.getByRole('button', { name: 'Create webhook' }).click();
      await fields.getByText('JSON').last().waitFor();
    }));

  test('further ids of a validator webhook are not dropped: the API rejects them', () =>
    browse(async (visitor) => {
      await open(visitor, 'webhooks');
      const fields = form(visitor);
      await fields.getByLabel('Event').selectOption('validator_activity');
      const id = 'NodeID-P7oB2McjBGgW2NXXWVYjV8JEDFoW9xDE5';
      await fields.locator('#new-watched').fill(`${id}\n${id}`);
      await fields.getByRole('button', { name: 'Create webhook' }).click();
      await fields.getByText('must have exactly one ID').waitFor();
    }));

  test('an export is started, shows its progress and is downloaded', () =>
    browse(async (visitor) => {
      const { page } = visitor;
      await open(visitor, 'exports');
      await page.getByLabel('Addresses (one per line)').fill(await getSender());
      await page.getByLabel('First day (UTC)').fill(new Date().toISOString().slice(0, 10));
      await page.getByRole('button', { name: 'Start export' }).click();
      const card = page.locator('[data-operation]').first();
      await card.getByText('completed', { exact: true }).waitFor();
      const download = page.waitForEvent('download');
      await card.getByRole('button', { name: /^Download/ }).click();
      const stream = await (await download).createReadStream();
      let text = '';
      for await (const part of stream) text += String(part);
      const [header = '', ...rows] = text.trim().split('\n');
      expect(header).toMatch(/\w+,\w+/);
      expect(rows.length).toBeGreaterThan(0);
    }));

  test('usage is plotted and listed, and the limits of the plan are marked', () =>
    browse(async (visitor) => {
      const { page } = visitor;
      await tools.service.get('/v1/chains');
      for (const until = Date.now() + 60_000; Date.now() < until; await wait(1_000)) {
        const { body } = await tools.service.get<{ metrics: Json[] }>('/v1/apiUsageMetrics');
        if (body.metrics.length > 0) break;
      }
      await open(visitor, 'usage');
      await page.getByRole('img', { name: /^Last 24 hours: [1-9]/ }).waitFor();
      await page.getByRole('cell', { name: '/v1/chains', exact: true }).first().waitFor();
      expect(await page.locator('#plans tr[aria-current] code').allTextContents()).toEqual(['pro']);
    }));

  describe('with the keys of two owners', () => {
    const addOther = async (): Promise<string> => {
      const { controlUrl, token } = tools.service.urls;
      const value = `pro_other_${'x'.repeat(32)}`;
      const headers = { ...bearer(token), 'content-type': 'application/json' };
      const made = await fetch(`${controlUrl}/apikeys`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ name: 'other', enabled: true, value }),
      });
      const { id } = (await made.json()) as { id: string };
      const plans = (await (await fetch(`${controlUrl}/usageplans`, { headers })).json()) as {
        item: { id: string; name: string }[];
      };
      const plan = plans.item.find(({ name }) => name.endsWith('pro'));
      await fetch(`${controlUrl}/usageplans/${plan?.id}/keys`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ keyId: id, keyType: 'API_KEY' }),
      });
      return value;
    };

    test("entering another owner's key hides the first owner's data, even when late responses arrive", () =>
      browse(async (visitor) => {
        const { page } = visitor;
        const other = await addOther();
        for (const name of ['webhooks', 'exports', 'usage']) {
          await open(visitor, name);
          if (name === 'webhooks') await create(visitor, 'secret of local');
          const hidden = Promise.withResolvers<void>();
          // Answers to the first owner come when the other's page is open.
          await page.route('**/v1/**', async (route) => {
            const isFirst = route.request().headers()['x-service-api-key'] === tools.service.urls.apiKeys.pro;
            await (isFirst ? wait(1_500) : hidden.promise);
            await route.continue().catch(() => undefined);
          });
          await page.reload();
          await wait(200);
          await page.getByLabel('API key').fill(other);
          expect(await page.locator('#content').textContent()).toBe('');
          hidden.resolve();
          await visitor.until("document.querySelector('#content section')");
          await wait(3_000);
          expect(await page.locator('#content').textContent()).not.toContain('secret of local');
          expect(await page.locator('[data-webhook], [data-operation]').count()).toBe(0);
          if (name === 'usage') expect(await page.locator('#content').textContent()).toContain('owner other');
          await page.unrouteAll({ behavior: 'ignoreErrors' });
        }
      }));

    test("a partially typed key hides the previous owner's data", () =>
      browse(async (visitor) => {
        await open(visitor, 'webhooks');
        await visitor.page.getByLabel('API key').fill('pro_local_x');
        expect(await visitor.page.locator('#content').textContent()).toBe('');
        await visitor.page.getByText('This is not a valid API key for this service.').waitFor();
        await visitor.page.getByLabel('API key').fill('');
        await visitor.page.getByText('Enter an API key').waitFor();
      }));
  });

  test('a webhook can be created using only the keyboard', () =>
    browse(async (visitor) => {
      const { keyboard } = visitor.page;
      await open(visitor, 'webhooks');
      await form(visitor).getByLabel('Event').focus();
      const seen: (string | null)[] = [];
      for (let i = 0; i < 12 && seen.at(-1) !== 'Create webhook'; i++) {
        await keyboard.press('Tab');
        const focused = visitor.page.locator(':focus');
        const id = await focused.getAttribute('id');
        if (id === 'new-name') await keyboard.type('by keyboard');
        if (id === 'new-watched') await keyboard.type(await getSender());
        seen.push(await focused.textContent());
      }
      await keyboard.press('Enter');
      await visitor.page.locator('#detail').getByRole('heading', { name: 'by keyboard' }).waitFor();
      // The details have the focus, so that reading goes on there.
      expect(await visitor.evaluate('document.activeElement.id')).toBe('detail');
    }));

  test('the Content-Security-Policy of each page allows only its own script, style and API', async () => {
    for (const page of ['webhooks', 'exports', 'usage']) {
      const { headers } = await tools.service.get(`/console/${page}`, {});
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toMatch(
        /^default-src 'none'; script-src 'sha256-\S+'; style-src 'sha256-\S+'; img-src data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'$/,
      );
    }
    expect((await tools.service.get('/console/keys', {})).status).toBe(400);
  });

  describe.each(VIEWPORTS.map((viewport) => [viewportName(viewport), viewport] as const))('%s', (name, viewport) => {
    test.each(['webhooks', 'exports', 'usage'])('the page %s is readable, fits the window and logs no error', (page) =>
      browse(async (visitor) => {
        await open(visitor, page);
        if (page === 'webhooks') {
          await visitor.page.getByRole('button', { name: 'Details: treasury' }).click();
          await messages(visitor).first().waitFor();
        }
        await visitor.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");
        if (SCREENSHOTS)
          await visitor.page.screenshot({ path: join(SCREENSHOTS, `console-${page}-${name}.png`), fullPage: true });
        await expectReadable(visitor);
      }, viewport),
    );
  });
});
