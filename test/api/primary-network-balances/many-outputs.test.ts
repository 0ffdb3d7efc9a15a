import { handler } from '../../../lambdas/api/primary-network-balances/get-balances-by-addresses';
import { addressesIn } from '../../../lambdas/api/shared/primary-network/ids';
import type { PUtxoRow } from '../../../lambdas/domain/pchain/rows';
import { utxoOfItems } from '../../../lambdas/table/pchain/items';
import { call } from '../../support/endpoints/call';
import type { AllDeps } from '../../support/endpoints/deps';
import { STRANGER, strangerOf } from '../../support/endpoints/p-chain-addresses';
import { ofPChain } from '../../support/endpoints/primary-network';
import { hash } from '../../support/make/blocks';
import type { ExpectedBalance } from '../../support/p-chain/expected/balances';
import { NETWORK } from '../../support/p-chain/indexed';
import { RECORDINGS } from '../../support/p-chain/recorded';
import { primaryDeps, primaryWorld, withNetwork } from '../../support/p-chain/world';

/** Outputs that are added up at most, according to the description. */
const MAX = 50_000;
const [ADDRESS = ''] = addressesIn('addresses', [STRANGER], 'custom');
const TOO_MANY =
  'addresses: have more than 50000 outputs together: ask for fewer addresses, or sum the pages of …/utxos';

async function balancesOf(deps: AllDeps, query: Record<string, string>) {
  const { status, body } = await call(handler, deps, ofPChain(query));
  expect([status, body.message]).toEqual([200, undefined]);
  return body.balances as ExpectedBalance;
}

/** Each asked address has so many outputs beside those that are spent, each of them a row of its own, a thousand a page. */
async function withOutputs(counts: readonly number[], spent = 0) {
  const { deps } = await primaryWorld(RECORDINGS[1]);
  let read = 0;
  let asked = 0;
  async function* pages(_network: string, address: string, unspent: boolean): AsyncGenerator<readonly PUtxoRow[]> {
    const place = asked++;
    const count = (counts[place] ?? 0) + (unspent ? 0 : spent);
    for (let from = 0; from < count; from += 1_000) {
      read += 1_000;
      yield Array.from(
        { length: Math.min(1_000, count - from) },
        (_, i): PUtxoRow => ({
          ...{ txId: `0x${String(place).padStart(64, '0')}`, outputIndex: from + i, assetId: `0x${'ab'.repeat(32)}` },
          ...{ amount: 2n, origin: 'transaction', by: `0x${'00'.repeat(32)}`, created: { block: 1, time: 5 } },
          owners: { locktime: 0n, threshold: 1, addresses: [`0x${address.slice(2)}`] },
        }),
      );
    }
  }
  return { deps: { ...deps, PUtxoOf: { ...deps.PUtxoOf, pages } }, readRows: () => read };
}

test('200: more than the table gives at once', () =>
  withNetwork(RECORDINGS[1], async (net) => {
    await net.followTo(1);
    const owners = { locktime: 0n, threshold: 1, addresses: [ADDRESS] };
    const rows = Array.from({ length: 2_500 }, (_, outputIndex): PUtxoRow => {
      const spent = outputIndex % 5 === 0 ? { spent: { by: hash(1), block: 1, time: 5 } } : {};
      const own = { txId: hash(outputIndex % 7), outputIndex, assetId: hash(2), amount: BigInt(outputIndex) };
      return { ...own, ...spent, owners, origin: 'transaction', by: hash(3), created: { block: 0, time: 5 } };
    });
    await net.table.write(rows.flatMap((row) => utxoOfItems(NETWORK, row).map((put) => ({ put }))));
    const { deps } = await primaryDeps(net);
    const unspent = rows.filter(({ spent }) => !spent).reduce((sum, { amount }) => sum + amount, 0n);
    for (const time of [undefined, '2147483647']) {
      const query = { addresses: STRANGER, ...(time && { blockTimestamp: time }) };
      const { unlockedUnstaked } = await balancesOf(deps, query);
      expect(unlockedUnstaked).toMatchObject([{ amount: String(unspent), utxoCount: 2_000 }]);
    }
  }));
test('200: the most that are added up', async () => {
  const { deps } = await withOutputs([MAX - 1, 1]);
  const { unlockedUnstaked } = await balancesOf(deps, { addresses: `${STRANGER},${strangerOf(1)}` });
  expect(unlockedUnstaked).toMatchObject([{ amount: '100000', utxoCount: MAX, name: '', symbol: '', denomination: 0 }]);
});
test('400: at a time, as spent ones are read then; 200: now', async () => {
  for (const [blockTimestamp, expected] of [[undefined, 200] as const, ['1795462262', 400] as const]) {
    const { deps } = await withOutputs([MAX - 5], 6);
    const query = { addresses: STRANGER, ...(blockTimestamp && { blockTimestamp }) };
    const { status } = await call(handler, deps, ofPChain(query));
    expect([blockTimestamp, status]).toEqual([blockTimestamp, expected]);
  }
});
test.each([[[MAX + 1]], [[MAX, 1]], [[1_000_000, 1_000_000]]])(
  '400: one more, without reading all: %j',
  async (counts) => {
    for (const blockTimestamp of [undefined, '1795462262']) {
      const { deps, readRows } = await withOutputs(counts);
      const query = {
        addresses: counts.length > 1 ? `${STRANGER},${strangerOf(1)}` : STRANGER,
        ...(blockTimestamp && { blockTimestamp }),
      };
      const { status, body } = await call(handler, deps, ofPChain(query));
      expect([status, body.message]).toEqual([400, TOO_MANY]);
      expect(readRows()).toBeLessThan(3 * MAX);
    }
  },
);
