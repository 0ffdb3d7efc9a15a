import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ClassicLevel } from 'classic-level';
import type { ChainStatus, Outdated } from '../../bin/cli/status';
import { type Anvil, startAnvil } from '../../demo/anvil';
import { mine } from '../support/node/anvil';
import { runCli } from '../support/service/command';
import { startReceiver } from '../support/service/receiver';
import { folder, removeFolders, Service, wait } from '../support/service/service';
import { CHAIN, CONFIRMATIONS, configFor, RECEIVER_PORT, RELEASES, type Recorded, unpack } from '../upgrade/recording';

/** Rows that belong to one block: later blocks do not change them. */
const FACTS = /^(h|l|x|a|bi)#/;

/** These rows of a table that no process has open. */
async function factsIn(dir: string): Promise<Map<string, string>> {
  const level = new ClassicLevel(join(dir, 'data', 'dynamodb'));
  await level.open();
  const facts = new Map<string, string>();
  for (const [key, value] of await level.iterator().all()) {
    const { pk } = (value.startsWith('{') ? JSON.parse(value) : {}) as { pk?: { S: string } };
    if (pk && FACTS.test(pk.S)) facts.set(key, value);
  }
  await level.close();
  return facts;
}

/** Gives the recorded exports an hour: a deadline far away would count as created by a wrong clock. */
async function renewDeadlines(dir: string): Promise<void> {
  const level = new ClassicLevel(join(dir, 'data', 'dynamodb'));
  await level.open();
  for (const [key, value] of await level.iterator().all()) {
    if (!value.startsWith('{"pk":{"S":"op#')) continue;
    const operation = JSON.parse(value) as Record<string, unknown>;
    await level.put(key, JSON.stringify({ ...operation, d: { N: String(Date.now() + 3_600_000) } }));
  }
  await level.close();
}

const recordings = readdirSync(RELEASES).toSorted();

test('the recordings include release 0.1.0', () => expect(recordings).toContain('0.1.0.tar.gz'));

describe.each(recordings)('an update from the data of %s', (file) => {
  const dir = folder();
  let anvil: Anvil;
  let service: Service;
  let recorded: Recorded;
  let facts: Map<string, string>;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  beforeAll(async () => {
    recorded = unpack(join(RELEASES, file), dir);
    await renewDeadlines(dir);
    facts = await factsIn(dir);
    receiver = await startReceiver(RECEIVER_PORT);
    anvil = await startAnvil({ chainId: Number(CHAIN), statePath: join(dir, 'node.json') });
    service = await new Service(configFor(anvil.url), dir).start();
  });
  afterAll(async () => {
    await service?.stop();
    await receiver?.stop();
    await anvil?.stop();
    removeFolders();
  });

  const idsAt = (path: string) => [
    ...new Set(receiver.received.filter((one) => one.path === path).map(({ body }) => body.messageId)),
  ];
  const messagesIn = async (status: string, webhook: string) => {
    const messages = await service.all(`/v1/webhooks/${webhook}/messages?status=${status}`, 'messages', 100);
    return messages.map(({ messageId }) => messageId).toSorted();
  };

  test('pending messages are delivered', async () => {
    const { webhook, messages } = recorded.pending;
    while (idsAt('/pending').length < messages.length) await wait(100);
    expect(idsAt('/pending').toSorted()).toEqual(messages);
    while ((await messagesIn('pending', webhook)).length > 0) await wait(100);
    expect(await messagesIn('delivered', webhook)).toEqual(messages);
  });

  test('running and unstarted exports are finished', async () => {
    for (const id of recorded.exports) {
      const get = async () => (await service.get(`/v1/operations/${id}`)).body;
      while ((await get()).operationStatus === 'RUNNING') await wait(100);
      expect(await get()).toMatchObject({ operationStatus: 'COMPLETED', metadata: { rows: recorded.held.messages } });
    }
    expect(recorded.exports).toHaveLength(2);
  });

  test('delivered messages are not repeated, and failed messages stay failed', async () => {
    const { delivered, failed } = recorded;
    expect(await messagesIn('delivered', delivered.webhook)).toEqual(delivered.messages);
    expect(await messagesIn('failed', failed.webhook)).toEqual(failed.messages);
    expect([...idsAt('/delivered'), ...idsAt('/failed')]).toEqual([]);
  });

  test('held messages are held until their blocks are confirmed', async () => {
    const { webhook, messages } = recorded.held;
    expect(idsAt('/held')).toEqual([]);
    await mine(anvil.url, CONFIRMATIONS);
    while (idsAt('/held').length < messages) await wait(100);
    while ((await messagesIn('delivered', webhook)).length < messages) await wait(100);
    expect((await messagesIn('delivered', webhook)).length).toBe(messages);
  });

  test('the status names the blocks that the earlier version indexed, and what deriving them again takes', async () => {
    const cli = (...args: readonly string[]) =>
      runCli(service, ...args, '--config', join(service.dir, 'test-config.json'));
    const { stdout, stderr } = await cli('status', '--json');
    if (stderr) throw new Error(stderr);
    const [{ block, ranges, outdated }] = JSON.parse(stdout) as [ChainStatus];
    expect(ranges).toEqual([{ from: 0, to: block }]);
    // The blocks mined since are of this version.
    const [{ ranges: older, families, writeUnits, commands }] = outdated as [Outdated];
    expect(older).toEqual([{ from: 0, to: expect.any(Number) }]);
    expect(older[0]?.to).toBeLessThan(Number(block) - CONFIRMATIONS + 1);
    expect(families).toEqual(['tokens']);
    expect(writeUnits).toBeGreaterThan(0);
    expect(commands[0]).toMatch(/^rederive --chain \d+ --from 0 --to \d+ --only tokens$/);
    expect((await cli(...(commands[0] ?? '').split(' '))).stdout).toContain('Nothing is changed yet');
    const { stdout: lines } = await runCli(service, 'status');
    expect(lines).toContain('derived by an earlier version');
    expect(lines).toContain(`${CHAIN}: block`);
  });

  test('rows of recorded blocks stay unchanged', async () => {
    await service.stop();
    const now = await factsIn(dir);
    expect(facts.size).toBeGreaterThan(recorded.held.messages * 3);
    expect([...facts].filter(([key, value]) => now.get(key) !== value)).toEqual([]);
  });
});
