import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { appendTo } from '../../../demo/p-chain/append';
import { loadRecording, saveRecording } from '../../../demo/p-chain/recording';
import { getCursor } from '../../../lambdas/chain/follower/cursor-of';
import { toCb58 } from '../../../lambdas/core/domain/cb58';
import { handler as getTx } from '../../../lambdas/pchain/api/transactions/get-tx-by-hash';
import { handler as listTransactions } from '../../../lambdas/pchain/api/transactions/list-latest-primary-network-transactions';
import { handler as listUtxos } from '../../../lambdas/pchain/api/utxos/get-utxos-by-addresses';
import type { PChainTransaction } from '../../../lambdas/pchain/contract/schemas/transactions';
import type { PChainUtxo } from '../../../lambdas/pchain/contract/schemas/utxos';
import type { Input, Output } from '../../../lambdas/pchain/domain/codec/parts';
import { call } from '../../support/endpoints/call';
import { getStranger } from '../../support/endpoints/p-chain-addresses';
import { ofPChain, toRows } from '../../support/endpoints/primary-network';
import { muteLog } from '../../support/mute-log';
import { addressText } from '../../support/pchain/address';
import { CHAIN } from '../../support/pchain/indexed';
import { RECORDINGS } from '../../support/pchain/recorded';
import { primaryDeps, withNetwork } from '../../support/pchain/world';

muteLog();

/** Close to the most that fit into a transaction of 64 kB. */
const OWNERS = 2_500;
/** Outputs spent at once: their addresses alone are 460 kB of JSON. */
const SPENT = 4;
const ownerOf = (n: number): string => `0x${n.toString(16).padStart(40, '0')}`;

const dir = mkdtempSync(join(tmpdir(), 'owners-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** A recorded network, extended by outputs of many owners and a transaction that spends them all. */
function extended(path: string, owners: number) {
  const recording = loadRecording(path);
  const { assetId, add, height } = appendTo(recording);
  const before = height();
  const transfer = (outputs: readonly Output[], inputs: readonly Input[]) =>
    add({
      unsigned: {
        ...{ type: 'BaseTx', networkId: recording.header.networkId, blockchainId: `0x${'00'.repeat(32)}`, memo: '0x' },
        ...{ outputs, inputs },
      },
      credentials: [],
    });
  const addresses = Array.from({ length: owners }, (_, n) => ownerOf(n + 1));
  const amounts = Array.from({ length: SPENT }, (_, n) => BigInt(n + 1));
  const made = amounts.map((amount) =>
    transfer([{ assetId, output: { type: 'TransferOutput', amount, locktime: 0n, threshold: 1, addresses } }], []),
  );
  const spending = transfer(
    [],
    made.map((txId, i) => {
      const input = { type: 'TransferInput', amount: amounts[i] ?? 0n, signatureIndices: [0] } as const;
      return { txId, outputIndex: 0, assetId, input };
    }),
  );
  const file = join(dir, `${owners}.jsonl.gz`);
  saveRecording(file, recording);
  return { file, before, last: height(), made, spending };
}

test('outputs of thousands of owners are indexed for less than five write units per row', async () => {
  const { file, before, last, made, spending } = extended(RECORDINGS[1], OWNERS);
  await withNetwork(file, async (net) => {
    await net.followTo(before);
    const units = net.table.meter.writeUnits;
    await net.followTo(last);
    expect((await getCursor(net.table, CHAIN))?.number).toBe(last);
    // Created and spent: two rows per owner, each a unit in the table and in up to two indexes.
    const rows = SPENT * OWNERS * 2;
    expect((net.table.meter.writeUnits - units) / rows).toBeLessThan(5);

    const { deps } = await primaryDeps(net);
    const asked = addressText(ownerOf(7), 'custom').slice(2);
    const query = { addresses: asked, includeSpent: 'true' };
    const listed = await toRows<PChainUtxo>(listUtxos, deps, ofPChain(query), 'utxos');
    expect(listed.map(({ addresses, threshold }) => [addresses, threshold])).toEqual(made.map(() => [[asked], 1]));
    const transactions = await toRows<PChainTransaction>(
      listTransactions,
      deps,
      ofPChain({ addresses: asked }),
      'transactions',
    );
    expect(transactions.map(({ txHash }) => txHash)).toEqual([spending, ...made.toReversed()].map(toCb58));
    const { emittedUtxos } = (await call(getTx, deps, ofPChain({}, { txHash: toCb58(String(made[0])) }))).body as {
      emittedUtxos: PChainUtxo[];
    };
    expect(emittedUtxos[0]?.addresses).toHaveLength(OWNERS);
    // Bytes are shown only along with all owners.
    expect(listed.map(({ utxoBytes }) => utxoBytes)).toEqual(made.map(() => undefined));
    expect(emittedUtxos[0]?.utxoBytes?.length).toBeGreaterThan(40 * OWNERS);
    const { consumedUtxos } = (await call(getTx, deps, ofPChain({}, { txHash: toCb58(spending) }))).body as {
      consumedUtxos: PChainUtxo[];
    };
    for (const { addresses, utxoBytes } of consumedUtxos)
      expect(utxoBytes !== undefined).toBe(addresses?.length === OWNERS);
  });
});

test('an output of 32 owners shows all of them in lists and transactions', async () => {
  const { file, last, made, spending } = extended(RECORDINGS[1], 32);
  await withNetwork(file, async (net) => {
    await net.followTo(last);
    const { deps } = await primaryDeps(net);
    const all = Array.from({ length: 32 }, (_, n) => addressText(ownerOf(n + 1), 'custom').slice(2));
    const query = { addresses: `${getStranger(3)},${all[31]}`, includeSpent: 'true' };
    const listed = await toRows<PChainUtxo>(listUtxos, deps, ofPChain(query), 'utxos');
    expect(listed.map(({ addresses }) => addresses)).toEqual(made.map(() => all));
    expect(listed.filter(({ utxoBytes }) => utxoBytes === undefined)).toEqual([]);
    const { consumedUtxos } = (await call(getTx, deps, ofPChain({}, { txHash: toCb58(spending) }))).body as {
      consumedUtxos: PChainUtxo[];
    };
    expect(consumedUtxos.map(({ addresses }) => addresses)).toEqual(made.map(() => all));
  });
});
