import { notFound } from '../../../core/contract/errors';
import type { PChain } from '../../../core/contract/pchain-config';
import { type IndexedNetwork, indexedNetwork } from '../../../pchain/api/shared/network';
import type { Deps } from '../implement';

/** Throws 404 if no P-Chain is indexed, and as `indexedNetwork`. */
export function networkOrDefault(
  deps: Deps<{ reads: ['Cursor', 'PNetwork'] }>,
  name: string | undefined,
): Promise<IndexedNetwork> {
  const chosen = name ?? defaultNetwork(deps.pChains);
  if (chosen === undefined) throw notFound('an index of a P-Chain');
  return indexedNetwork(deps, chosen);
}

function defaultNetwork(pChains: readonly PChain[]): string | undefined {
  const indexed = pChains.filter(({ index }) => index);
  return (indexed.find(({ network }) => network === 'mainnet') ?? indexed[0])?.network;
}
