import type { BlockRef } from '../../chain/domain/block';
import { fromExactJson } from '../../core/domain/exact-json';
import { hexToBytes } from '../../core/table/hex';
import { key } from '../../core/table/key';
import { entities } from '../../core/table/schema';
import type { Table } from '../../core/table/table';
import { PRESENT } from '../../core/table/update';
import { type KnownOutputs, keyOfOutput } from '../domain/derive';
import type { PBlockRow, PUtxoRow } from '../domain/rows';
import { ATTRIBUTE, txKey } from './items';
import { pUtxoReader } from './utxo-readers';

export function createPRows(table: Table, network: string) {
  const { pk, sk } = entities.PBlock;
  return {
    /** Outputs without a row are omitted. Strongly consistent. */
    async outputs(wanted: readonly Pick<PUtxoRow, 'txId' | 'outputIndex'>[]): Promise<KnownOutputs> {
      const rows = await pUtxoReader(table).byNames(network, wanted, true);
      return new Map(rows.map((row) => [keyOfOutput(row), row]));
    },
    /** A no-op for genesis stakes, which have no transaction row. */
    async endStake(stakingTxId: string, rewardTxId: string, signal: AbortSignal): Promise<void> {
      const set = { [ATTRIBUTE.rewardTx]: hexToBytes(rewardTxId) };
      await table.updateIf(txKey(network, stakingTxId), { set }, { [ATTRIBUTE.json]: PRESENT }, signal);
    },
    /** Descending from `to`. Strongly consistent. */
    async blocksDown(to: number, count: number): Promise<(BlockRef & Pick<PBlockRow, 'time'>)[]> {
      if (to < 0) return [];
      const range = { low: key(sk, { block: 0 }), high: key(sk, { block: to }), ascending: false, limit: count };
      const { items } = await table.query({ pk: key(pk, { network }), ...range, consistent: true });
      return items.map((item) => fromExactJson<PBlockRow>(String(item[ATTRIBUTE.json])));
    },
  };
}
