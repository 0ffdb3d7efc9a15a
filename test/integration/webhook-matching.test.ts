import { type Anvil, startAnvil } from '../../demo/anvil';
import { AddressActivityMessage } from '../../lambdas/webhooks/kinds/address-activity/contract/message';
import { FULL } from '../support/full';
import { mine, rpc, sendTransfers } from '../support/node/anvil';
import { record, replayNode } from '../support/node/replay-node';
import { type TokenTraffic, tokenTraffic } from '../support/node/token-traffic';
import { getPairs } from '../support/oracles/holdings';
import { type PlainFilters, plainId, plainMatches } from '../support/oracles/plain-matcher';
import { readUntil } from '../support/service/read-until';
import { type Received, startReceiver } from '../support/service/receiver';
import { registerWebhook } from '../support/service/register-webhook';
import { type Json, removeFolders, Service, wait } from '../support/service/service';

const CHAIN = '31337';
const [BLOCKS, HOOKS] = FULL ? [60, 50] : [6, 12];
/** keccak256 of `Transfer(address,address,uint256)`. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver?.stop();
  removeFolders();
});

const register = (service: Service, addresses: readonly string[], { eventSignatures, ...more }: Json = {}) =>
  registerWebhook(service, `${receiver.url}/hook`, addresses, {
    ...more,
    ...(eventSignatures ? { metadata: { eventSignatures } } : {}),
  });

/** Each selects a part of the token traffic. */
const FILTERS: readonly PlainFilters[] = [
  { kinds: ['erc721', 'erc1155'] },
  { kinds: ['native'], minValue: '1', emptyInput: true },
  { kinds: ['erc20'], directions: ['to'], minValue: '10' },
  { directions: ['from'] },
];

/** The requests to a webhook's receiver, in order of arrival. */
const sentTo = (webhook: string): Received[] => receiver.received.filter(({ body }) => body.webhookId === webhook);
/** Waits until no webhook has a pending message, and returns all messages of each. */
async function settled(service: Service, webhooks: readonly string[]): Promise<Map<string, Json[]>> {
  for (const until = Date.now() + 120_000; ; await wait(200)) {
    const all = new Map<string, Json[]>();
    for (const id of webhooks) all.set(id, await service.all(`/v1/webhooks/${id}/messages`, 'messages', 100));
    const waiting = [...all.values()].flat().filter(({ status }) => status === 'pending');
    if (waiting.length === 0) return all;
    if (Date.now() > until) throw new Error(`still waiting: ${JSON.stringify(waiting.slice(0, 3))}`);
  }
}
/** An event without token metadata, which may be read between two messages. */
const withoutTokens = (event: Json): Json =>
  JSON.parse(JSON.stringify(event, (name, value) => (/^erc\d+Token$/.test(name) ? undefined : value)));
const ids = (messages: readonly Json[] = [], status?: string) =>
  messages
    .filter((one) => !status || one.status === status)
    .map(({ messageId }) => String(messageId))
    .toSorted();

describe(`${HOOKS} webhooks over ${BLOCKS} blocks of token traffic`, () => {
  let anvil: Anvil;
  let service: Service;
  afterAll(async () => {
    await service?.stop();
    await anvil?.stop();
  });

  test('each webhook receives every match of an independent matcher once, in the contract’s shape', async () => {
    anvil = await startAnvil({ chainId: Number(CHAIN) });
    service = await new Service({
      webhookLoopback: true,
      chains: [{ chainId: CHAIN, network: 'testnet', rpcUrl: anvil.url }],
    }).start();
    const before: TokenTraffic = await tokenTraffic(anvil.url, 3, 3);
    const held = Map.groupBy(getPairs(before.transfers), ({ holder }) => holder);
    // The largest holders trade most; the recipients of the airdrop never do.
    const holders = [...held].toSorted(([, a], [, b]) => b.length - a.length).map(([holder]) => holder);
    const seen = [...holders.slice(0, 20), ...(await rpc<string[]>(anvil.url, 'eth_accounts', []))];
    const first = Number(await rpc(anvil.url, 'eth_blockNumber', [])) + 1;
    await service.indexed(CHAIN, first - 1);
    const hooks = [];
    for (let i = 0; i < HOOKS; i++) {
      const addresses = Array.from({ length: 1 + (i % 3) }, (_, j) => String(seen[(i * 7 + j * 5) % seen.length]));
      const eventSignatures = i % 4 === 1 ? [TRANSFER] : undefined;
      const more = { includeLogs: i % 2 === 0, ...(eventSignatures ? { eventSignatures } : {}) };
      const id = await register(service, [...new Set(addresses)], more);
      hooks.push({ id, addresses, ...(eventSignatures ? { eventSignatures } : {}) });
    }
    const addresses = [...new Set(seen)];
    const unfiltered = { id: await register(service, addresses, { includeLogs: true }), addresses };
    const filtered = [];
    for (const filters of FILTERS)
      filtered.push({ id: await register(service, addresses, { includeLogs: true, filters }), addresses, filters });
    const all = [...hooks, unfiltered, ...filtered];
    await tokenTraffic(anvil.url, 3, BLOCKS);
    await sendTransfers(anvil.url, 5);
    const last = Number(await rpc(anvil.url, 'eth_blockNumber', []));
    await service.indexed(CHAIN, last);
    const expected = await plainMatches(anvil.url, CHAIN, first, last, all);
    for (const until = Date.now() + 60_000; Date.now() < until; await wait(200))
      if (receiver.received.length >= [...expected.values()].flat().length) break;
    const told = await settled(
      service,
      all.map(({ id }) => id),
    );
    for (const { id } of all) {
      const wanted = expected.get(id)?.toSorted() ?? [];
      expect([id, ids(told.get(id), 'delivered')]).toEqual([id, wanted]);
      expect([id, ids(told.get(id))]).toEqual([id, wanted]);
      expect([
        id,
        sentTo(id)
          .map(({ body }) => body.messageId)
          .toSorted(),
      ]).toEqual([id, wanted]);
    }
    const counts = hooks.flatMap(({ id }) => expected.get(id)?.length || []);
    const total = counts.reduce((sum, count) => sum + count, 0);
    console.log(`${total} messages, ${counts.length} webhooks with some`);
    expect(total).toBeGreaterThan(50);
    expect(counts.length).toBeGreaterThan(HOOKS / 2);
    for (const { body } of receiver.received) expect(AddressActivityMessage.parse(body)).toEqual(body);
    const eventsTo = (id: string) =>
      new Map(sentTo(id).map(({ body }) => [(body.event.transaction as Json).txHash, withoutTokens(body.event)]));
    const whole = eventsTo(unfiltered.id);
    for (const { id, filters } of filtered) {
      const events = eventsTo(id);
      console.log(`${events.size} of ${whole.size} messages with ${JSON.stringify(filters)}`);
      expect([filters, events.size > 0, events.size < whole.size]).toEqual([filters, true, true]);
      for (const [txHash, event] of events) expect(event).toEqual(whole.get(txHash));
    }
    const { body: chain } = await service.get(`/v1/chains/${CHAIN}`);
    expect(chain.enabledFeatures).toContain('webhooks');
  });

  test('a disabled webhook gets no messages, and later none for blocks before it was enabled', async () => {
    const [from = ''] = await rpc<string[]>(anvil.url, 'eth_accounts', []);
    const top = async () => Number(await rpc(anvil.url, 'eth_blockNumber', []));
    await service.indexed(CHAIN, await top());
    const id = await register(service, [from]);
    await service.send('DELETE', `/v1/webhooks/${id}`);
    await sendTransfers(anvil.url, 2);
    await service.indexed(CHAIN, await top());
    await wait(1_000);
    await service.send('PATCH', `/v1/webhooks/${id}`, { status: 'active' });
    const [hash] = await sendTransfers(anvil.url, 1);
    for (const until = Date.now() + 20_000; sentTo(id).length < 1 && Date.now() < until; ) await wait(100);
    await wait(1_000);
    expect(sentTo(id).map(({ body }) => (body.event.transaction as Json).txHash)).toEqual([hash]);
  });

  test('a webhook with confirmations waits for that many blocks', async () => {
    const [from = ''] = await rpc<string[]>(anvil.url, 'eth_accounts', []);
    await rpc(anvil.url, 'evm_setAutomine', [true]);
    const id = await register(service, [from], { confirmations: 2 });
    await sendTransfers(anvil.url, 1);
    await mine(anvil.url, 1);
    await service.indexed(CHAIN, Number(await rpc(anvil.url, 'eth_blockNumber', [])));
    await wait(1_500);
    expect(sentTo(id)).toEqual([]);
    await mine(anvil.url, 1);
    for (const until = Date.now() + 20_000; sentTo(id).length < 1 && Date.now() < until; ) await wait(100);
    expect(sentTo(id)).toHaveLength(1);
  });
});

test('a reorg and back sends added, removed and added with three IDs, and holds unconfirmed messages', async () => {
  const made = await startAnvil({ chainId: Number(CHAIN) });
  const [from = ''] = await rpc<string[]>(made.url, 'eth_accounts', []);
  await mine(made.url, 5);
  const common = await record(made.url);
  const snapshot = await rpc(made.url, 'evm_snapshot', []);
  await sendTransfers(made.url, 3);
  const one = await record(made.url);
  await rpc(made.url, 'evm_revert', [snapshot]);
  await mine(made.url, 4);
  const other = await record(made.url);
  await made.stop();
  const node = await replayNode(Number(CHAIN), common);
  const service = await new Service({
    webhookLoopback: true,
    chains: [{ chainId: CHAIN, network: 'testnet', rpcUrl: node.url }],
  }).start();
  try {
    await service.indexed(CHAIN, 5);
    const [now, later] = [await register(service, [from]), await register(service, [from], { confirmations: 2 })];
    const at = async (hash: string | undefined) => {
      for (const until = Date.now() + 30_000; ; await wait(100)) {
        const { body } = await service.get<{ blocks?: Json[] }>(`/v1/chains/${CHAIN}/blocks?pageSize=1`);
        if (body.blocks?.[0]?.blockHash === hash) return;
        if (Date.now() > until) throw new Error(`not at ${hash}: ${JSON.stringify(body)}`);
      }
    };
    const count = async (id: string, wanted: number) => {
      for (const until = Date.now() + 20_000; sentTo(id).length < wanted && Date.now() < until; ) await wait(100);
      await wait(500);
      return sentTo(id).length;
    };
    /** The messages of the webhook with confirmations, once this many are delivered. */
    const delivered = (wanted: number) =>
      readUntil(
        () => service.all(`/v1/webhooks/${later}/messages`, 'messages', 100),
        (held) => ids(held, 'delivered').length === wanted,
      );
    const branch = one.slice(6);
    const toIds = (webhook: string, kind: 'added' | 'removed', incarnation: number) =>
      branch.map(({ block }) => {
        const { hash = '' } = block.transactions[0] ?? {};
        return plainId(CHAIN, Number(block.number), 0, block.hash, hash, webhook, kind, incarnation);
      });
    node.serve(one);
    await at(one.at(-1)?.block.hash);
    expect([await count(now, 3), await count(later, 1)]).toEqual([3, 1]);
    // Only messages known to have arrived are taken back.
    await settled(service, [now]);
    await delivered(1);
    node.serve(other);
    await at(other.at(-1)?.block.hash);
    expect(await count(now, 6)).toBe(6);
    node.serve([...one]);
    // A branch of the same height is detected once it grows: its next block has another parent.
    await at(one.at(-1)?.block.hash);
    expect(await count(now, 9)).toBe(9);
    const told = await settled(service, [now]);
    const wanted = [...toIds(now, 'added', 1), ...toIds(now, 'removed', 1), ...toIds(now, 'added', 2)];
    expect(ids(told.get(now), 'delivered')).toEqual(wanted.toSorted());
    expect(
      sentTo(now)
        .map(({ body }) => body.messageId)
        .toSorted(),
    ).toEqual(wanted.toSorted());
    for (const { body } of sentTo(now)) {
      const { removes } = body.event as { removes?: string };
      expect([body.messageId, body.eventType]).toEqual([
        body.messageId,
        removes ? 'address_activity_removed' : 'address_activity',
      ]);
      if (removes) expect(toIds(now, 'added', 1)[toIds(now, 'removed', 1).indexOf(body.messageId)]).toBe(removes);
    }
    // Only the lowest of three blocks had two confirmations: its message was sent, taken back and sent again.
    const held = await delivered(3);
    const byStatus = (status: string) => ids(held, status);
    expect(byStatus('revoked')).toEqual(toIds(later, 'added', 1).slice(1).toSorted());
    expect(byStatus('delivered')).toEqual(
      [toIds(later, 'added', 1)[0], toIds(later, 'removed', 1)[0], toIds(later, 'added', 2)[0]].toSorted(),
    );
    expect(byStatus('pending')).toEqual(toIds(later, 'added', 2).slice(1).toSorted());
  } finally {
    await service.stop();
    await node.stop();
  }
});
