import { mkdirSync } from 'node:fs';
import type { Locator } from 'playwright-core';
import { startDemo } from '../../../demo/demo';
import { startReceiver } from '../service/receiver';
import { folder, removeFolders, Service } from '../service/service';
import { type Browse, describeInBrowser } from './describe-in-browser';
import { SCREENSHOTS } from './viewports';
import type { Visitor } from './visitor';

async function start() {
  if (SCREENSHOTS) mkdirSync(SCREENSHOTS, { recursive: true });
  const demo = await startDemo({ dataDir: folder() });
  const { chains, pChains } = demo;
  const service = await new Service({
    ...{ chains, pChains, webhookLoopback: true },
    docs: { rate: 1_000, burst: 1_000 },
  }).start();
  const receiver = await startReceiver();
  await service.indexed('31337', 20);
  return { demo, service, receiver };
}
type Started = Awaited<ReturnType<typeof start>>;

/** Tests of the console of the demo's service, in a browser of their own. */
export function describeConsole(title: string, body: (tools: ReturnType<typeof createTools>) => void): Promise<void> {
  return describeInBrowser(title, (browse) => {
    let started: Started | undefined;
    beforeAll(async () => {
      started = await start();
    });
    afterAll(async () => {
      await started?.service.stop();
      await started?.demo.stop();
      await started?.receiver.stop();
      removeFolders();
    });
    body(
      createTools(browse, () => {
        if (!started) throw new Error('the service has not started');
        return started;
      }),
    );
  });
}

function createTools(browse: Browse, get: () => Started) {
  const form = ({ page }: Visitor): Locator => page.getByRole('region', { name: 'New webhook' });
  const briefly: Browse = (visit, viewport) =>
    browse((visitor) => {
      visitor.page.setDefaultTimeout(20_000);
      return visit(visitor);
    }, viewport);
  return {
    get service() {
      return get().service;
    },
    get receiver() {
      return get().receiver;
    },
    browse: briefly,
    async open(visitor: Visitor, page: string, key = get().service.urls.apiKeys.pro): Promise<void> {
      await visitor.open(`${get().service.urls.dataUrl}/console/${page}#key=${key}`);
      await visitor.until("document.querySelector('#content section')");
    },
    form,
    /** Of a webhook for `address`. Shows its details. */
    async create(visitor: Visitor, { name, address, url = '' }: { name: string; address: string; url?: string }) {
      const fields = form(visitor);
      await fields.getByLabel('Addresses (one per line)').fill(address);
      await fields.getByLabel('Send to').fill(url);
      await fields.getByLabel('Name').fill(name);
      await fields.getByRole('button', { name: 'Create webhook' }).click();
      await visitor.page.locator('#detail').getByRole('heading', { name }).waitFor();
    },
    /** An address with transactions. */
    async getSender(): Promise<string> {
      const { body } = await get().service.get<{ transactions: { from: { address: string } }[] }>(
        '/v1/chains/31337/transactions?pageSize=1',
      );
      return body.transactions[0]?.from.address ?? '';
    },
    messages: ({ page }: Visitor): Locator => page.locator('[data-message]'),
  };
}
