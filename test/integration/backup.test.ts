import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Anvil, startAnvil } from '../../demo/anvil';
import { FULL } from '../support/full';
import { rpc, sendTransfers } from '../support/node/anvil';
import { runCli } from '../support/service/command';
import { difference, dump } from '../support/service/dump';
import { startReceiver } from '../support/service/receiver';
import { registerWebhook } from '../support/service/register-webhook';
import { folder, type Json, removeFolders, Service, wait } from '../support/service/service';

const CHAIN = '31337';
/** Copies made while blocks are indexed and messages are sent. */
const COPIES = FULL ? 12 : 2;
/** Everything but webhooks: deliveries differ between a service and its copy. */
const INDEX = /^(?!w[a-z]*#)/;
/** The index as text, without balances in address rows, which depend on where a batch of blocks ended. */
async function indexOf(service: Service): Promise<Map<string, string>> {
  const rows = [...(await dump(service, INDEX))];
  return new Map(rows.map(([key, row]) => [key, key.startsWith('a#') ? row.replace(/^d=\w+ /, '') : row]));
}

describe('backups of a running service', () => {
  let anvil: Anvil;
  let service: Service;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let config: Json;
  const copies: string[] = [];
  beforeAll(async () => {
    [anvil, receiver] = await Promise.all([startAnvil({ chainId: Number(CHAIN) }), startReceiver()]);
    const chains = [{ chainId: CHAIN, network: 'testnet', rpcUrl: anvil.url, pollIntervalMs: 100 }];
    config = { webhookLoopback: true, chains };
    service = await new Service(config).start();
  });
  afterAll(async () => {
    await service?.stop();
    await receiver?.stop();
    await anvil?.stop();
    removeFolders();
  });

  const head = async () => Number(await rpc(anvil.url, 'eth_blockNumber', []));
  const getMessages = (one: Service, webhook: string) =>
    one.all(`/v1/webhooks/${webhook}/messages`, 'messages', 100) as Promise<(Json & { messageId: string })[]>;
  /** The IDs of a webhook's messages, once all are delivered. */
  async function delivered(one: Service, webhook: string, count: number): Promise<string[]> {
    for (;;) {
      const messages = await getMessages(one, webhook);
      if (messages.length >= count && messages.every(({ status }) => status === 'delivered'))
        return messages.map(({ messageId }) => messageId).toSorted();
      await wait(200);
    }
  }
  async function backup(): Promise<string> {
    const to = join(folder(), 'copy');
    const { code, stderr } = await runCli(service, 'backup', '--to', to);
    expect([code, stderr]).toEqual([0, '']);
    return to;
  }
  /** A service that starts from a copy. */
  async function restored(copy: string): Promise<Service> {
    const made = new Service(config, folder());
    const args = ['bin/start.mjs', 'cli', 'restore', '--from', copy, '--to', join(made.dir, 'data')];
    await promisify(execFile)(process.execPath, args);
    return made.start();
  }

  test('every restored backup continues to the same index and the same messages', async () => {
    const [from = ''] = await rpc<string[]>(anvil.url, 'eth_accounts', []);
    await service.indexed(CHAIN, 0);
    const webhook = await registerWebhook(service, receiver.url, [from]);
    let [transfers, isGrowing] = [0, true];
    const growth = (async () => {
      for (; isGrowing; await wait(100)) transfers += (await sendTransfers(anvil.url, 5)).length;
    })();
    while (receiver.received.length < 5) await wait(20);
    for (let n = 0; n < COPIES; n++) copies.push(await backup());
    isGrowing = false;
    await growth;
    await service.indexed(CHAIN, await head());
    const ids = await delivered(service, webhook, transfers);
    const index = await indexOf(service);
    expect([ids.length, index.size > transfers]).toEqual([transfers, true]);

    for (const copy of copies) {
      const other = await restored(copy);
      await other.indexed(CHAIN, await head());
      expect(difference(await indexOf(other), index)).toEqual([]);
      expect(await delivered(other, webhook, transfers)).toEqual(ids);
      await other.stop();
    }
    // A copy may repeat a message, but has no new ones.
    expect([...new Set(receiver.received.map(({ body }) => body.messageId))].toSorted()).toEqual(ids);
  });

  test('a backup of a stopped service is complete', async () => {
    const before = await dump(service);
    await service.stop();
    const other = await restored(await backup());
    expect(difference(await dump(other), before)).toEqual([]);
    await other.stop();
    await service.start();
  });

  test('an existing folder is not overwritten, and a folder that is not a backup is rejected', async () => {
    const [to] = copies;
    const refused = await runCli(service, 'backup', '--to', to ?? '');
    expect([refused.code, refused.stderr]).toEqual([1, `${to} already exists: choose a new folder\n`]);
    const data = join(folder(), 'data');
    const args = ['bin/start.mjs', 'cli', 'restore', '--from', join(service.dir, 'data'), '--to', data];
    await expect(promisify(execFile)(process.execPath, args)).rejects.toMatchObject({
      stderr: expect.stringContaining('is not a complete backup: it has no backup.json'),
    });
    expect([existsSync(data), existsSync(join(service.dir, 'data', 'backup.new'))]).toEqual([false, false]);
  });
});
