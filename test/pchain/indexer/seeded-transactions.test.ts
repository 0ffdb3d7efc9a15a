import { handler as getTx } from '../../../lambdas/pchain/api/transactions/get-tx-by-hash';
import { handler as listStaking } from '../../../lambdas/pchain/api/transactions/list-active-primary-network-staking-transactions';
import { handler as listTransactions } from '../../../lambdas/pchain/api/transactions/list-latest-primary-network-transactions';
import type { PChainTransaction } from '../../../lambdas/pchain/contract/schemas/transactions';
import type { PChainUtxo } from '../../../lambdas/pchain/contract/schemas/utxos';
import { call } from '../../support/endpoints/call';
import { ofPChain, toRows } from '../../support/endpoints/primary-network';
import { muteLog } from '../../support/mute-log';
import { expectedStakingTransactions } from '../../support/pchain/expected/staking-transactions';
import { expectedTransactions } from '../../support/pchain/expected/transactions';
import { indexedNetwork } from '../../support/pchain/indexed';
import { RECORDINGS } from '../../support/pchain/recorded';
import { primaryDeps, primaryWorld } from '../../support/pchain/world';

muteLog();

const CASES: [path: string, from: number][] = [
  [RECORDINGS[0], 8],
  [RECORDINGS[0], 75],
  [RECORDINGS[0], 112],
  [RECORDINGS[0], 203],
  [RECORDINGS[0], 212],
  [RECORDINGS[1], 24],
];

describe.each(CASES)('%s seeded at block %i', (path, from) => {
  let net: Awaited<ReturnType<typeof indexedNetwork>>;
  beforeAll(async () => {
    net = await indexedNetwork(path, { start: 'head', oldDurango: true });
    await net.followTo(from);
    await net.followTo(net.recorded.last);
  });
  afterAll(() => net.stop());

  /** An output from before the seed, without the fields that need its creation. */
  const older = ({
    utxoId,
    txHash,
    outputIndex,
    amount,
    asset,
    assetId,
    createdOnChainId,
    consumedOnChainId,
    ...more
  }: PChainUtxo) => {
    const { consumingTxHash, consumingBlockNumber, consumingBlockTimestamp } = more;
    return {
      ...{ utxoId, txHash, outputIndex, amount, asset, assetId, createdOnChainId, consumedOnChainId },
      ...{ consumingTxHash, consumingBlockNumber, consumingBlockTimestamp },
    };
  };
  const isOlder = ({ blockNumber }: PChainUtxo) => Number(blockNumber ?? 0) <= from;

  test('later transactions equal those of a complete index except for details of older spent outputs', async () => {
    const [{ deps }, complete] = [await primaryDeps(net), await primaryWorld(path)];
    const expected = expectedTransactions(complete.recording).filter(({ blockNumber }) => Number(blockNumber) > from);
    const ids = (
      await toRows<PChainTransaction>(
        listTransactions,
        deps,
        ofPChain({ pageSize: '100', sortOrder: 'asc' }),
        'transactions',
      )
    ).map(({ txHash }) => txHash);
    expect(ids).toEqual(expected.map(({ txHash }) => txHash));
    let known = 0;
    for (const txHash of ids) {
      const [own, whole] = await Promise.all(
        [deps, complete.deps].map(async (some) => {
          const { body } = await call(getTx, some, ofPChain({}, { txHash }));
          return body as unknown as PChainTransaction;
        }),
      );
      if (!own || !whole) throw new Error('no answer');
      for (const [i, shown] of own.consumedUtxos.entries()) {
        const told = whole.consumedUtxos[i];
        if (!told) throw new Error('another input');
        if (!isOlder(told)) expect(shown).toEqual(told);
        else {
          expect(older(shown)).toEqual(older(told));
          expect([shown.blockNumber, shown.blockTimestamp]).toEqual([undefined, undefined]);
          // Stakes are known with their owners, other outputs only by their signers.
          if (shown.utxoType !== undefined) {
            expect([shown.utxoType, shown.addresses, shown.threshold]).toEqual([
              'STAKE',
              told.addresses,
              told.threshold,
            ]);
            known += 1;
          }
        }
      }
      const { consumedUtxos: _own, l1ValidatorDetails: l1 = [], ...shown } = own;
      const { consumedUtxos: _whole, l1ValidatorDetails: all = [], ...told } = whole;
      expect(shown).toEqual(told);
      for (const [i, { blsCredentials, ...one }] of l1.entries()) {
        expect(all[i]).toMatchObject({ ...one, blsCredentials });
        expect(blsCredentials?.publicKey).toBe(all[i]?.blsCredentials?.publicKey);
      }
      expect(l1.length).toBe(all.length);
    }
    // A stake that was active at the seed is spent after its end.
    if (from === 203) expect(known).toBeGreaterThan(0);
  });

  test('transactions of stakes active at the seed are listed without a block', async () => {
    const seeded = await indexedNetwork(path, { start: 'head', oldDurango: true });
    await seeded.followTo(from);
    const { deps } = await primaryDeps(seeded);
    const expected = expectedStakingTransactions(seeded.recorded.recording, from);
    const genesis = seeded.recorded.must<{ validators: { txID: string }[] }>(
      0,
      'platform.getCurrentValidators',
    ).validators;
    const rows = await toRows<PChainTransaction>(listStaking, deps, ofPChain({ pageSize: '2' }), 'transactions');
    const ids = expected.map(({ tx }) => tx.txHash);
    // Genesis stakes too: they are transactions outside of blocks.
    expect(rows.map(({ txHash }) => txHash).toSorted()).toEqual(
      [...ids, ...genesis.map(({ txID }) => txID)].toSorted(),
    );
    for (const { tx, concerned } of expected) {
      const { status, body } = await call(getTx, deps, ofPChain({}, { txHash: tx.txHash }));
      const { txHash, txType, amountStaked, amountBurned, value, startTimestamp, endTimestamp, nodeId } = tx;
      expect([status, body]).toMatchObject([200, { txHash, txType, amountStaked, amountBurned, value, nodeId }]);
      for (const name of ['blockNumber', 'blockHash', 'blockTimestamp']) expect(Object.keys(body)).not.toContain(name);
      expect(body).toMatchObject({ startTimestamp, endTimestamp });
      const own = await toRows<PChainTransaction>(
        listStaking,
        deps,
        ofPChain({ addresses: concerned.join() }),
        'transactions',
      );
      expect(own.find((one) => one.txHash === txHash)).toMatchObject({ startTimestamp, endTimestamp });
    }
    // Without a block they match no time range.
    const early = await toRows(listStaking, deps, ofPChain({ endTimestamp: '2147483647' }), 'transactions');
    expect(early).toEqual([]);
    await seeded.stop();
  });
});
