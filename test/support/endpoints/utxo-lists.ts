import { handler } from '../../../lambdas/pchain/api/utxos/get-utxos-by-addresses';
import { getNetwork } from '../pchain/expected/network';
import { createUtxoIds, type ExpectedOwnedUtxo, ownersIn } from '../pchain/expected/owned-utxos';
import { primaryWorld } from '../pchain/world';
import type { AllDeps } from './deps';
import { ofPChain, toRows } from './primary-network';

export const KINDS = ([false, true] as const).flatMap((includeSpent) =>
  (['timestamp', 'amount'] as const).map((sortBy) => ({
    ...{ includeSpent, sortBy },
    query: { ...(includeSpent && { includeSpent: 'true' }), ...(sortBy === 'amount' && { sortBy }) },
  })),
);

/** Ascending by default. */
export const listedUtxos = (deps: AllDeps, query: Record<string, string>): Promise<ExpectedOwnedUtxo[]> =>
  toRows(handler, deps, ofPChain({ sortOrder: 'asc', ...query }), 'utxos');

export const toIds = (rows: readonly ExpectedOwnedUtxo[]): string[] => rows.map(({ utxoId }) => utxoId);

export const without = (ids: ReadonlySet<string>) => (rows: ExpectedOwnedUtxo[]) =>
  rows.filter(({ utxoId }) => !ids.has(utxoId));

export async function utxoWorld(path: string, at?: number) {
  const world = await primaryWorld(path, at);
  const network = getNetwork(world.recording);
  const open = createUtxoIds(network);
  return { ...world, network, open, owners: ownersIn(network), known: without(open) };
}
