import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from 'playwright-core';
import { describeInBrowser } from '../support/browser/describe-in-browser';
import { removeFolders, Service } from '../support/service/service';

const GUIDE = readFileSync('docs/guides/first-ten-minutes.md', 'utf8');
/** The labels in bold, by section. */
const SECTIONS = new Map(
  GUIDE.split('\n## ')
    .slice(1)
    .map((section) => [
      section.slice(0, section.indexOf('\n')),
      [...section.matchAll(/\*\*(.+?)\*\*/g)].map(([, label = '']) => label),
    ]),
);

await describeInBrowser('the guide to the first ten minutes', (browse) => {
  let service: Service;
  const received: string[] = [];
  const receiver = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += String(part);
    received.push(body);
    response.end('thank you');
  });
  beforeAll(async () => {
    receiver.listen(0, '127.0.0.1');
    // Without a configuration: the demo, as a newcomer starts it.
    service = await new Service(undefined).start();
    await service.indexed('31337', 5);
  });
  afterAll(async () => {
    await service?.stop();
    receiver.close();
    removeFolders();
  });

  test('each step works as written, with the labels of the pages', () =>
    browse(async (visitor) => {
      const { page } = visitor;
      page.setDefaultTimeout(30_000);
      const [, url = ''] = /Open (http\S+)/.exec(service.output) ?? [];
      let address = '';
      const message = page.locator('[data-message^="test_"]');
      const steps: Readonly<Record<string, (find: Find) => Promise<unknown>>> = {
        'Open the overview': async (find) => {
          await page.goto(url);
          await visitor.until("document.querySelector('#summary').classList.contains('good')");
          expect(await find.field('API key').inputValue()).toMatch(/^pro_|^free_/);
        },
        'Make a call': async (find) => {
          await find.button('Run').first().click();
          await page.getByText('200 OK').waitFor();
          address = await find.field('Address').inputValue();
        },
        'Start a receiver': async () => undefined,
        'Create a webhook': async (find) => {
          await find.link('Webhooks').click();
          const form = find.within(page.getByRole('region', { name: 'New webhook' }));
          const { port } = receiver.address() as AddressInfo;
          await form.field('Send to').fill(`http://127.0.0.1:${port}/`);
          await form.field('Addresses (one per line)').fill(address);
          await form.button('Create webhook').click();
          await page.locator('#detail').waitFor();
        },
        'See a message arrive': async (find) => {
          await find.button('Listen').click();
          await find.button('Send test message').click();
          await page.locator('[data-heard]').first().waitFor();
        },
        'Look at its attempts': async (find) => {
          await find.heading('Messages').waitFor();
          await message.getByText('attempt').click();
          await message.getByRole('cell', { name: 'thank you' }).waitFor();
          await find.within(message).button('Body').click();
          await message.getByRole('region', { name: /^Body/ }).waitFor();
          await find.text('Settings').click();
          await page.getByRole('button', { name: 'Show the signing secret' }).click();
          await page.getByRole('region', { name: 'Signing secret' }).waitFor();
        },
        'Replay it': async (find) => {
          await find.within(message).button('Replay').click();
          await message.getByText('2 attempts').waitFor();
        },
        'Export transactions': async (find) => {
          await find.link('Exports').click();
          await find.field('Addresses (one per line)').fill(address);
          await find.field('First day (UTC)').fill(new Date().toISOString().slice(0, 10));
          await find.button('Start export').click();
          const download = page.waitForEvent('download');
          await find.button('Download').first().click();
          expect(await (await download).failure()).toBe(null);
        },
        'Look at your usage': async (find) => {
          await find.link('Usage').click();
          await page.getByRole('heading', { name: /^Today: / }).waitFor();
        },
      };
      expect(Object.keys(steps)).toEqual([...SECTIONS.keys()]);
      for (const [title, step] of Object.entries(steps)) {
        const used = new Set<string>();
        await step(finder(page, (label) => used.add(label)));
        // Every label in the guide was found on the page.
        expect([title, [...used].toSorted()]).toEqual([title, [...new Set(SECTIONS.get(title))].toSorted()]);
      }
      const bodies = received.map((body) => JSON.parse(body) as { messageId: string });
      const replayed = Map.groupBy(bodies, ({ messageId }) => messageId);
      expect([...replayed.values()].filter((same) => same.length === 2)).toHaveLength(1);
      // The webhook has no secret of its own, and a slow machine may not have matched the block of the test message yet.
      const errors = visitor.errors.filter((error) => !/400 .*\/feed\?from=block/.test(error));
      expect(errors).toEqual([expect.stringMatching(/404 .*\/secret$/)]);
    }));
});

type Find = ReturnType<typeof finder>;
/** Elements by what the guide calls them. */
function finder(root: Page | Locator, used: (label: string) => void) {
  const note = (label: string, locator: Locator): Locator => {
    used(label);
    return locator;
  };
  const exact = (label: string) => ({ name: label, exact: true });
  return {
    // Buttons of a list also name what they are for.
    button: (label: string) => note(label, root.getByRole('button', { name: new RegExp(`^${label}`) })),
    field: (label: string) => note(label, root.getByLabel(label, { exact: true })),
    // Guides have the same names: pages come first.
    link: (label: string) => note(label, root.getByRole('link', exact(label)).first()),
    heading: (label: string) => note(label, root.getByRole('heading', exact(label))),
    text: (label: string) => note(label, root.getByText(label, { exact: true }).first()),
    within: (inner: Locator) => finder(inner, used),
  };
}
