import { handler } from '../../../lambdas/pchain/api/utxos/get-utxos-by-addresses';
import { getNetwork } from '../pchain/expected/network';
import { createUtxoIds, type ExpectedOwnedUtxo, ownersIn } from '../pchain/expected/owned-utxos';
import { primaryWorld } from '../pchain/world';
import type { AllDeps } from './deps';
import { ofPChain, toRows } from './primary-network';

/** Every kind of list of outputs, with how it is asked for. */
export const KINDS = ([false, true] as const).flatMap((includeSpent) =>
  (['timestamp', 'amount'] as const).map((sortBy) => ({
    ...{ includeSpent, sortBy },
    query: { ...(includeSpent && { includeSpent: 'true' }), ...(sortBy === 'amount' && { sortBy }) },
  })),
);

/** All rows of a list, which ascends unless something else is asked for. */
export const listedUtxos = (deps: AllDeps, query: Record<string, string>): Promise<ExpectedOwnedUtxo[]> =>
  toRows(handler, deps, ofPChain({ sortOrder: 'asc', ...query }), 'utxos');

/** Rows by the ids of their outputs. */
export const toIds = (rows: readonly ExpectedOwnedUtxo[]): string[] => rows.map(({ utxoId }) => utxoId);

/** Leaves rows out. */
export const without = (ids: ReadonlySet<string>) => (rows: ExpectedOwnedUtxo[]) =>
  rows.filter(({ utxoId }) => !ids.has(utxoId));

/** A recorded network with those who ever owned something there. `known`: rows of outputs whose owners it tells. */
export async function utxoWorld(path: string, at?: number) {
  const world = await primaryWorld(path, at);
  const network = getNetwork(world.recording);
  const open = createUtxoIds(network);
  return { ...world, network, open, owners: ownersIn(network), known: without(open) };
}
