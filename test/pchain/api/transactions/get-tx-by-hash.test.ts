import { idIn } from '../../../../lambdas/pchain/api/shared/ids';
import { handler } from '../../../../lambdas/pchain/api/transactions/get-tx-by-hash';
import { handler as listUtxos } from '../../../../lambdas/pchain/api/utxos/get-utxos-by-addresses';
import type { PChainTransaction } from '../../../../lambdas/pchain/contract/schemas/transactions';
import type { PChainUtxo } from '../../../../lambdas/pchain/contract/schemas/utxos';
import { txItem, utxoItem } from '../../../../lambdas/pchain/rows/items';
import { pUtxoReader } from '../../../../lambdas/pchain/rows/utxo-readers';
import { call } from '../../../support/endpoints/call';
import type { AllDeps } from '../../../support/endpoints/deps';
import { badIds, NOTHING, ofPChain, refusesOfNetwork, toRows } from '../../../support/endpoints/primary-network';

import { everybodyIn } from '../../../support/pchain/expected/everybody';
import { answeredTransactions, expectedTransactions } from '../../../support/pchain/expected/transactions';
import { NETWORK } from '../../../support/pchain/indexed';
import { RECORDINGS, RecordedNetwork } from '../../../support/pchain/recorded';
import { primaryDeps, primaryWorld, withNetwork } from '../../../support/pchain/world';

const ask = (txHash: string) => ofPChain({}, { txHash });

async function getTransaction(deps: AllDeps, txHash: string): Promise<PChainTransaction> {
  const { status, body } = await call(handler, deps, ask(txHash));
  expect([status, body.message]).toEqual([200, undefined]);
  return body as unknown as PChainTransaction;
}

/** A transaction shows the initial stake, the list of outputs the current one. */
function withoutStake(output: PChainUtxo | undefined) {
  const { staked: _, utxoStartTimestamp: _start, utxoEndTimestamp: _end, ...rest } = output ?? {};
  return rest;
}

describe.each(RECORDINGS)('getTxByHash: %s', (path) => {
  test("200: every transaction equals the node's", async () => {
    const { deps, recording } = await primaryWorld(path);
    const expected = answeredTransactions(recording);
    for (const one of expected) expect(await getTransaction(deps, one.txHash)).toMatchObject(one);
    expect(expected.length).toBeGreaterThan(30);
  });
  test('200: inputs from other chains and the genesis show their signers', async () => {
    const { deps, recording } = await primaryWorld(path);
    const unknownOwners = expectedTransactions(recording).flatMap(({ txHash, consumedUtxos }) =>
      consumedUtxos.flatMap(({ addresses }, input) => (addresses ? [] : [{ txHash, input }])),
    );
    for (const { txHash, input } of unknownOwners) {
      const { addresses, threshold } = (await getTransaction(deps, txHash)).consumedUtxos[input] ?? {};
      expect(addresses).toEqual([expect.stringMatching(/^custom1[02-9ac-hj-np-z]{38}$/)]);
      expect(threshold).toBe(1);
    }
    expect(unknownOwners).not.toEqual([]);
  });
  test('200: outputs show the transaction that spent them, if any', async () => {
    const { deps, recording } = await primaryWorld(path);
    const all = expectedTransactions(recording);
    const spent = new Map(
      all.flatMap(({ consumedUtxos }) =>
        consumedUtxos.map(({ utxoId, consumingTxHash, consumingBlockNumber, consumingBlockTimestamp }) => [
          utxoId,
          { consumingTxHash, consumingBlockNumber, consumingBlockTimestamp },
        ]),
      ),
    );
    const seen = { spent: 0, unspent: 0 };
    for (const { txHash, blockNumber, blockTimestamp } of all)
      for (const emitted of (await getTransaction(deps, txHash)).emittedUtxos) {
        const { utxoId, consumingTxHash, consumingBlockNumber, consumingBlockTimestamp } = emitted;
        const by = { consumingTxHash, consumingBlockNumber, consumingBlockTimestamp };
        expect({ txHash, utxoId, ...by }).toEqual({ txHash, utxoId, ...spent.get(utxoId) });
        // Rewards are created by the next block, which decides the proposal; those of a stake come later.
        const made = emitted.rewardType ? String(Number(blockNumber) + 1) : blockNumber;
        if (!emitted.rewardType || emitted.txHash !== txHash)
          expect(emitted).toMatchObject({ blockNumber: made, blockTimestamp });
        seen[spent.has(utxoId) ? 'spent' : 'unspent'] += 1;
      }
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(10);
  });
  test('200: an output looks the same in its transaction, in spending transactions and in the list', async () => {
    const { deps, recording } = await primaryWorld(path);
    const { addresses } = everybodyIn(recording);
    const query = { addresses: addresses.join(), includeSpent: 'true', pageSize: '100' };
    const listed = await toRows<PChainUtxo>(listUtxos, deps, ofPChain(query), 'utxos');
    const outputs = new Map(listed.map((one) => [one.utxoId, one]));
    const seen = { STAKE: 0, TRANSFER: 0, VALIDATOR: 0, DELEGATOR: 0, VALIDATOR_FEE: 0 };
    for (const { txHash } of expectedTransactions(recording)) {
      const { emittedUtxos, consumedUtxos } = await getTransaction(deps, txHash);
      for (const shown of [...emittedUtxos, ...consumedUtxos]) {
        // Outputs of other chains are not listed.
        if (shown.createdOnChainId !== shown.consumedOnChainId) continue;
        expect(withoutStake(shown)).toEqual(withoutStake(outputs.get(shown.utxoId)));
        seen[shown.rewardType ?? shown.utxoType ?? 'TRANSFER'] += 1;
      }
    }
    expect(Object.values(seen)).not.toContain(0);
  });
  test('200: a reward in the transaction that paid it shows its spender', () =>
    withNetwork(path, async (net) => {
      // No recorded transaction spends a reward.
      await net.followTo(net.recorded.last);
      const all = expectedTransactions(net.recorded.recording);
      const paying = all.find((tx) => tx.emittedUtxos.some(({ txHash }) => txHash !== tx.txHash));
      const reward = paying?.emittedUtxos[0];
      const txId = idIn('txHash', String(reward?.txHash));
      const outputs = await pUtxoReader(net.table).ofTx(NETWORK, txId);
      const row = outputs.find(({ outputIndex }) => outputIndex === reward?.outputIndex);
      if (!row) throw new Error('the reward has no row');
      const spent = { by: `0x${'00'.repeat(32)}`, block: net.recorded.last, time: 5 };
      await net.table.write([{ put: utxoItem(NETWORK, { ...row, spent }) }]);
      const shownAt = async (at: number) => {
        const { deps } = await primaryDeps(net, at);
        return (await getTransaction(deps, String(paying?.txHash))).emittedUtxos;
      };
      const consuming = {
        consumingTxHash: '11111111111111111111111111111111LpoYY',
        ...{ consumingBlockNumber: String(spent.block), consumingBlockTimestamp: 5 },
      };
      expect((await shownAt(net.recorded.last))[0]).toMatchObject({ ...reward, ...consuming });
      expect((await shownAt(net.recorded.last - 1))[0]).not.toHaveProperty('consumingTxHash');
    }));
  test('404: an unknown transaction and one above the cursor are not found', async () => {
    const { deps, recording } = await primaryWorld(path, 8);
    const [last, above] = [8, 9].map((height) =>
      expectedTransactions(recording).find(({ blockNumber }) => blockNumber === String(height)),
    );
    await getTransaction(deps, String(last?.txHash));
    for (const txHash of [String(above?.txHash), NOTHING]) {
      const { status, body } = await call(handler, deps, ask(txHash));
      const message = `transaction ${txHash} on the P-Chain of recorded (indexed up to 8) was not found`;
      expect([status, body.message]).toEqual([404, message]);
    }
  });
});
const [first] = expectedTransactions(new RecordedNetwork(RECORDINGS[1]).recording);
test('200: inputs and outputs of a proposal from before Banff have the block that decided it', () =>
  withNetwork(RECORDINGS[0], async (net) => {
    const transfer = expectedTransactions(net.recorded.recording).find(({ txType }) => txType === 'BaseTx');
    await net.followTo(Number(transfer?.blockNumber));
    const { deps } = await primaryDeps(net);
    const txHash = String(transfer?.txHash);
    const [row] = await deps.PTx.byIds(NETWORK, [idIn('txHash', txHash)]);
    if (!row?.place) throw new Error('there is no transfer');
    // No recorded network is that old: another transaction is moved to the place of a proposal.
    const place = { block: row.place.block - 1, tx: 99_999 };
    await net.table.write([{ put: txItem(NETWORK, { ...row, place }) }]);
    const { blockNumber, emittedUtxos, consumedUtxos } = await getTransaction(deps, txHash);
    expect(blockNumber).toBe(String(place.block));
    expect(emittedUtxos.map((one) => one.blockNumber)).toEqual(emittedUtxos.map(() => transfer?.blockNumber));
    expect(consumedUtxos.map((one) => one.consumingBlockNumber)).toEqual(
      consumedUtxos.map(() => transfer?.blockNumber),
    );
    expect(Math.min(emittedUtxos.length, consumedUtxos.length)).toBeGreaterThan(0);
  }));

refusesOfNetwork(handler, ask(String(first?.txHash)), [...badIds('txHash', 'the id of a transaction', 'params')]);
