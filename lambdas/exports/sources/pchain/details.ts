import { toCb58 } from '../../../core/domain/cb58';
import type { PChainTransaction } from '../../../pchain/contract/schemas/transactions';
import type { UnsignedTx } from '../../../pchain/domain/codec/tx';
import type { NetworkFacts } from '../../../pchain/domain/networks';
import { nodeIdText } from '../../../pchain/domain/node-id';
import { PRIMARY_NETWORK } from '../../../pchain/domain/replay/state';
import type { PlacedTxRow } from '../../../pchain/domain/rows';
import { parseUnsigned } from '../../../pchain/views/decoded';
import { detailsView } from '../../../pchain/views/transaction-details';
import type { GenesisShare } from './genesis';
import type { PTable } from './table';

export interface ReadTx {
  readonly row: PlacedTxRow;
  readonly tx: UnsignedTx;
}

/** Drops rows of undecodable blocks. */
export const readTxs = (rows: readonly PlacedTxRow[]): ReadTx[] =>
  rows.flatMap((row) => {
    const tx = parseUnsigned(row);
    return tx ? [{ row, tx }] : [];
  });

/** The ID of the stake that a transaction changes, or ends as a whole or by a cycle. */
export const stakeNamedBy = (tx: UnsignedTx): string | undefined => ('txId' in tx ? tx.txId : undefined);

export async function getDetails(
  { PTx }: Pick<PTable, 'PTx'>,
  network: string,
  txs: readonly ReadTx[],
  { stakes }: GenesisShare,
  facts: NetworkFacts,
): Promise<Partial<PChainTransaction>[]> {
  const named = new Set(txs.flatMap(({ tx }) => stakeNamedBy(tx) ?? []));
  const rows = await PTx.byIds(
    network,
    [...named].filter((id) => !stakes.has(id)),
  );
  const staking = new Map(readTxs(rows).map(({ row, tx }) => [row.id, nodeIn(detailsView(tx, facts))]));
  for (const { txId, nodeId } of stakes.values())
    staking.set(txId, { nodeId: nodeIdText(nodeId), subnetId: toCb58(PRIMARY_NETWORK) });
  return txs.map(({ tx }) => {
    const stake = stakeNamedBy(tx);
    return { ...detailsView(tx, facts), ...(stake === undefined ? {} : staking.get(stake)) };
  });
}

const nodeIn = ({ nodeId, subnetId }: Partial<PChainTransaction>): Partial<PChainTransaction> => ({
  ...(nodeId === undefined ? {} : { nodeId }),
  ...(subnetId === undefined ? {} : { subnetId }),
});
