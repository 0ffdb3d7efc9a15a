import { some } from '../../../support/full';
import { expectedChanges } from '../../../support/pchain/expected/address-events';
import { expectedBalance } from '../../../support/pchain/expected/balances';
import { getNetwork } from '../../../support/pchain/expected/network';
import { createTxIds, createUtxoIds, ownedUtxos, ownersIn } from '../../../support/pchain/expected/owned-utxos';
import { expectedTransactions } from '../../../support/pchain/expected/transactions';
import { RECORDINGS } from '../../../support/pchain/recorded';
import { pChainWebhooks, type Sent } from '../../../support/pchain/webhooks';
import { withNetwork } from '../../../support/pchain/world';

const ALL = ['balance_change', 'reward_distribution'];

/** Messages of one webhook per owner of a recorded network. `isLate`: some blocks are matched after all are indexed. */
const followed = (path: string, isLate = false) =>
  withNetwork(path, async (net) => {
    const network = getNetwork(net.recorded.recording);
    const owners = ownersIn(network);
    await net.followTo(0);
    const webhooks = await pChainWebhooks(net, 0);
    const ownerOf = new Map<string, string>();
    for (const owner of owners) ownerOf.set(await webhooks.watchAddresses([owner], ALL), owner);
    const matched = new Set<number>();
    const sent: { height: number; message: Sent }[] = [];
    for (const to of isLate ? [net.recorded.last] : some(net.recorded.heights.slice(1), 4)) {
      const blocks = await net.followTo(to);
      for (const height of isLate ? some(blocks, 3) : blocks) {
        matched.add(height);
        for (const message of await webhooks.matchAndSend(height)) sent.push({ height, message });
      }
    }
    return { network, owners, ownerOf, matched, sent, recording: net.recorded.recording };
  });

describe.each(RECORDINGS)('primary_network_address_activity webhooks of %s', (path) => {
  let begun: ReturnType<typeof followed> | undefined;
  const world = () => {
    begun ??= followed(path);
    return begun;
  };

  test('a webhook receives each transaction that moves outputs of its address once, with its block', async () => {
    const { network, ownerOf, sent } = await world();
    const received = sent
      .filter(({ message }) => message.event.eventType === 'balance_change')
      .map(({ height, message: { webhookId, event } }) => ({
        address: ownerOf.get(webhookId),
        height,
        txHash: event.transaction?.txHash,
      }));
    const name = ({ address, height, txHash }: (typeof received)[number]) => `${height} ${txHash} ${address}`;
    const names = received.map(name);
    expect(new Set(names).size).toBe(names.length);
    const expected = expectedChanges(network).map(name);
    // The owner of an output of unknown origin is inferred from its signer, which the recording does not contain.
    const openTxs = createTxIds(network);
    const certain = received.filter(({ txHash = '' }) => !openTxs.has(txHash)).map(name);
    expect(certain.toSorted()).toEqual(expected.filter((one) => !openTxs.has(one.split(' ')[1] ?? '')).toSorted());
    expect(names).toEqual(expect.arrayContaining(expected));
    expect(names.length).toBeGreaterThan(30);
  });

  test('a webhook receives a reward event only for a reward paid to its address, with the reward outputs', async () => {
    const { network, ownerOf, sent } = await world();
    const received = sent
      .filter(({ message }) => message.event.eventType === 'reward_distribution')
      .map(({ height, message: { webhookId, event } }) => {
        const address = ownerOf.get(webhookId);
        expect(event.addresses).toEqual([address]);
        expect(event.rewards?.every(({ addresses = [] }) => addresses.includes(String(address)))).toBe(true);
        return { address, height, txHash: event.transaction?.txHash, paid: event.rewards?.map(({ utxoId }) => utxoId) };
      });
    const expected = expectedChanges(network)
      .filter(({ isReward }) => isReward)
      .map(({ address, height, txHash }) => ({
        ...{ address, height, txHash },
        paid: ownedUtxos(network)
          .filter(({ utxo, created }) => created.height === height && utxo.addresses?.includes(address))
          .map(({ utxo }) => utxo.utxoId),
      }));
    const order = (a: { address?: string | undefined; height: number }, b: typeof a) =>
      a.height - b.height || (String(a.address) < String(b.address) ? -1 : 1);
    expect(received.toSorted(order)).toEqual(expected.toSorted(order));
    expect(received.length).toBeGreaterThan(2);
  });

  test('an event has the balance after its block and the transaction as of that block', async () => {
    const { network, ownerOf, sent, recording } = await world();
    const transactions = new Map(expectedTransactions(recording, 'made').map((one) => [one.txHash, one]));
    for (const { height, message } of sent) {
      const { webhookId, event } = message;
      const block = network.blocks[height];
      if (!block) throw new Error(`no block ${height}`);
      const time = network.getTime(block);
      const place = { blockNumber: String(height), blockHash: block.id, blockTimestamp: time };
      expect(event).toMatchObject({ network: 'recorded', chainId: 'p-chain', ...place });
      const { rewardTxHash: _later, ...known } = transactions.get(event.transaction?.txHash ?? '') ?? {};
      expect(event.transaction).toMatchObject(known);
      expect(event.transaction).not.toHaveProperty('rewardTxHash');
      if (event.eventType !== 'balance_change') continue;
      const owner = String(ownerOf.get(webhookId));
      expect([height, event.balances]).toEqual([height, expectedBalance(recording, [owner], { height, time }, height)]);
    }
  });

  test('a block matched late produces the same events as one matched on time', async () => {
    const late = await followed(path, true);
    const { network } = late;
    // Genesis outputs become known when spent, so a late match sees larger balances of their owners.
    const fromGenesis = new Set(
      ownedUtxos(network).flatMap(({ utxo, created }) => (created.height === 0 ? (utxo.addresses ?? []) : [])),
    );
    const open = createUtxoIds(network);
    const events = ({ sent, ownerOf }: typeof late) =>
      sent
        .map(({ height, message: { webhookId, event } }) => ({ height, owner: String(ownerOf.get(webhookId)), event }))
        .filter(({ owner, event: { transaction } }) => {
          const spent = transaction?.consumedUtxos ?? [];
          return !fromGenesis.has(owner) && !spent.some(({ utxoId }) => open.has(utxoId));
        })
        .map(
          (one) => [`${one.height} ${one.owner} ${one.event.transaction?.txHash} ${one.event.eventType}`, one] as const,
        )
        .toSorted(([a], [b]) => (a < b ? -1 : 1));
    const found = events(late);
    expect(found).toEqual(events(await world()).filter(([, { height }]) => late.matched.has(height)));
    expect(found.length).toBeGreaterThan(5);
  });
});
