import { handler } from '../../../lambdas/pchain/api/utxos/get-utxos-by-addresses';
import { networkOf } from '../pchain/expected/network';
import { type ExpectedOwnedUtxo, openUtxoIds, ownersIn } from '../pchain/expected/owned-utxos';
import { primaryWorld } from '../pchain/world';
import type { AllDeps } from './deps';
import { ofPChain, rowsOf } from './primary-network';

/** Every kind of list of outputs, with how it is asked for. */
export const KINDS = ([false, true] as const).flatMap((includeSpent) =>
  (['timestamp', 'amount'] as const).map((sortBy) => ({
    ...{ includeSpent, sortBy },
    query: { ...(includeSpent && { includeSpent: 'true' }), ...(sortBy === 'amount' && { sortBy }) },
  })),
);

/** All rows of a list, which ascends unless something else is asked for. */
export const listedUtxos = (deps: AllDeps, query: Record<string, string>): Promise<ExpectedOwnedUtxo[]> =>
  rowsOf(handler, deps, ofPChain({ sortOrder: 'asc', ...query }), 'utxos');

/** Rows by the ids of their outputs. */
export const idsOf = (rows: readonly ExpectedOwnedUtxo[]): string[] => rows.map(({ utxoId }) => utxoId);

/** Leaves rows out. */
export const without = (ids: ReadonlySet<string>) => (rows: ExpectedOwnedUtxo[]) =>
  rows.filter(({ utxoId }) => !ids.has(utxoId));

/** A recorded network with those who ever owned something there. `known`: rows of outputs whose owners it tells. */
export async function utxoWorld(path: string, at?: number) {
  const world = await primaryWorld(path, at);
  const network = networkOf(world.recording);
  const open = openUtxoIds(network);
  return { ...world, network, open, owners: ownersIn(network), known: without(open) };
}
