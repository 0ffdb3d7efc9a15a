import type { Deps } from '../../../adapters/deps';
import { PRIMARY_NETWORK } from '../../../domain/pchain/replay/state';
import type { PTxRow } from '../../../domain/pchain/rows';
import type { StakeOf } from '../../../domain/pchain/stakes';
import type { PValidatorRow, Typed } from '../../../domain/pchain/validators';
import { unsignedOf } from '../../views/primary-network/decoded';
import type { IndexedNetwork } from './network';

/**
 * Stakes with their types. Rows that an earlier release wrote do not have it: those from before Helicon are fixed, and of
 * the others the transaction says it.
 */
export async function typed<T extends PValidatorRow>(
  { PTx }: Deps<{ reads: ['PTx'] }>,
  { network, facts }: Pick<IndexedNetwork, 'network' | 'facts'>,
  rows: readonly T[],
): Promise<Typed<T>[]> {
  const isUnknown = ({ stakingType, subnetId, start }: PValidatorRow): boolean =>
    stakingType === undefined && subnetId === PRIMARY_NETWORK && start >= facts.upgrades.helicon;
  const ids = rows.filter(isUnknown).map(({ txId }) => txId);
  const renewed = new Set((await PTx.byIds(network, ids)).filter(isRenewed).map(({ id }) => id));
  return rows.map((row) => ({
    ...row,
    stakingType: row.stakingType ?? (renewed.has(row.txId) ? 'autoRenewed' : 'fixed'),
  }));
}

/** Where the stake of a transaction is. */
export type StakePlace = Pick<StakeOf, 'txId' | 'nodeId' | 'created'>;

/**
 * The stakes of transactions that renew themselves, as they are now, by transaction. `stakes`: where they are; without it,
 * they are looked up in the blocks of their transactions.
 */
export async function renewedStakes(
  { PValidator, page }: Deps<{ reads: ['PValidator'] }>,
  { network, head }: Pick<IndexedNetwork, 'network' | 'head'>,
  txs: readonly PTxRow[],
  stakes?: readonly StakePlace[],
): Promise<ReadonlyMap<string, PValidatorRow>> {
  const renewed = txs.filter(isRenewed);
  const ids = new Set(renewed.map(({ id }) => id));
  const places = stakes ? stakes.filter(({ txId }) => ids.has(txId)) : renewed.flatMap(placeOfStake);
  const older = stakes ? [] : renewed.flatMap((row) => (row.place ? [] : nodesOf(row).map((node) => ({ row, node }))));
  const found = await Promise.all([
    PValidator.byPlaces(network, places),
    // The block of one that is older than the index is not known: its stake is among the node's first.
    ...older.map(async ({ row, node }) => {
      const list = PValidator.ofNode(network, node, { from: 0, to: head });
      return (await page([list], { size: 1, ascending: true, keep: ({ txId }) => txId === row.id })).values;
    }),
  ]);
  return new Map(found.flat().map((row) => [row.txId, row]));
}

const placeOfStake = (row: PTxRow): StakePlace[] =>
  nodesOf(row).flatMap((nodeId) => (row.place ? [{ txId: row.id, nodeId, created: row.place }] : []));

/** The node of a transaction that began such a stake. */
function nodesOf(row: PTxRow): string[] {
  const tx = unsignedOf(row);
  return tx && 'nodeId' in tx ? [tx.nodeId] : [];
}

/** Whether a transaction began a stake that renews itself. */
export const isRenewed = ({ type }: Pick<PTxRow, 'type'>): boolean => type === 'AddAutoRenewedValidatorTx';
