import type { BlockRef } from '../../../domain/chain/block';
import { type KnownOutputs, keyOfOutput } from '../../../domain/pchain/derive';
import { fromExactJson } from '../../../domain/pchain/exact-json';
import type { PBlockRow, PUtxoRow } from '../../../domain/pchain/rows';
import { bytesOf } from '../../../table/hex';
import { key } from '../../../table/key';
import { ATTRIBUTE, txKey } from '../../../table/pchain/items';
import { entities } from '../../../table/schema';
import type { Table } from '../table';
import { PRESENT } from '../update';
import { pUtxoReader } from './utxo-readers';

/** What the indexer reads and changes of its own rows of a P-chain. */
export function openPRows(table: Table, network: string) {
  const { pk, sk } = entities.PBlock;
  return {
    /** Those of the outputs that have a row, as they are now. */
    async outputs(wanted: readonly Pick<PUtxoRow, 'txId' | 'outputIndex'>[]): Promise<KnownOutputs> {
      const rows = await pUtxoReader(table).byNames(network, wanted, true);
      return new Map(rows.map((row) => [keyOfOutput(row), row]));
    },
    /** Notes with a stake the transaction that ended it. That of a genesis has no row. */
    async endStake(stakingTxId: string, rewardTxId: string, signal: AbortSignal): Promise<void> {
      const set = { [ATTRIBUTE.rewardTx]: bytesOf(rewardTxId) };
      await table.updateIf(txKey(network, stakingTxId), { set }, { [ATTRIBUTE.json]: PRESENT }, signal);
    },
    /** The newest indexed blocks, `to` first. */
    async blocksDown(to: number, count: number): Promise<(BlockRef & Pick<PBlockRow, 'time'>)[]> {
      if (to < 0) return [];
      const range = { low: key(sk, { block: 0 }), high: key(sk, { block: to }), ascending: false, limit: count };
      const { items } = await table.query({ pk: key(pk, { network }), ...range, consistent: true });
      return items.map((item) => fromExactJson<PBlockRow>(String(item[ATTRIBUTE.json])));
    },
  };
}
