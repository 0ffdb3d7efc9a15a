import { PRIMARY_NETWORK } from '../../domain/replay/state';
import type { PTxRow } from '../../domain/rows';
import type { StakeOf } from '../../domain/stakes';
import type { PValidatorRow, Typed } from '../../domain/validators';
import { parseUnsigned } from '../../views/decoded';
import type { Deps } from '../implement';
import type { IndexedNetwork } from './network';

/** Fills in a missing staking type: fixed before Helicon, then by transaction type. */
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

export type StakePlace = Pick<StakeOf, 'txId' | 'nodeId' | 'created'>;

/** By transaction ID. `stakes`: their keys; derived from the transactions by default. */
export async function renewedStakes(
  deps: Deps<{ reads: ['PValidator'] }>,
  indexed: Pick<IndexedNetwork, 'network' | 'head'>,
  txs: readonly PTxRow[],
  stakes?: readonly StakePlace[],
): Promise<ReadonlyMap<string, PValidatorRow>> {
  const renewed = txs.filter(isRenewed);
  const ids = new Set(renewed.map(({ id }) => id));
  const places = stakes ? stakes.filter(({ txId }) => ids.has(txId)) : renewed.flatMap(placeOfStake);
  const seeded = stakes ? [] : renewed.filter(({ place }) => place === undefined);
  const found = await Promise.all([
    deps.PValidator.byPlaces(indexed.network, places),
    ...seeded.map((row) => seededStake(deps, indexed, row)),
  ]);
  return new Map(found.flat().map((row) => [row.txId, row]));
}

function placeOfStake(row: PTxRow): StakePlace[] {
  const tx = parseUnsigned(row);
  return row.place && tx && 'nodeId' in tx ? [{ txId: row.id, nodeId: tx.nodeId, created: row.place }] : [];
}

/** Without a block, as older than the index: the stake is among the node's first. */
async function seededStake(
  { PValidator, page }: Deps<{ reads: ['PValidator'] }>,
  { network, head }: Pick<IndexedNetwork, 'network' | 'head'>,
  row: PTxRow,
): Promise<readonly PValidatorRow[]> {
  const tx = parseUnsigned(row);
  if (!tx || !('nodeId' in tx)) return [];
  const list = PValidator.ofNode(network, tx.nodeId, { from: 0, to: head });
  return (await page([list], { size: 1, ascending: true, keep: ({ txId }) => txId === row.id })).values;
}

export const isRenewed = ({ type }: Pick<PTxRow, 'type'>): boolean => type === 'AddAutoRenewedValidatorTx';
