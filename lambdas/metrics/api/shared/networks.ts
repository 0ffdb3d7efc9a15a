import { ApiError, badRequest } from '../../../core/contract/errors';
import type { PChain } from '../../../core/contract/pchain-config';
import type { Page } from '../../../core/http/page';
import { type IndexedNetwork, indexedNetwork } from '../../../pchain/api/shared/network';
import type { Deps } from '../implement';

/**
 * Without a name: mainnet, or the only indexed network. Throws 400 if there are several others, 404 if none is indexed,
 * and as `indexedNetwork`.
 */
export function networkOrDefault(
  deps: Deps<{ reads: ['Cursor', 'PNetwork'] }>,
  name: string | undefined,
  page?: Pick<Page, 'cut'>,
): Promise<IndexedNetwork> {
  return indexedNetwork(deps, name ?? defaultNetwork(deps.pChains), page);
}

function defaultNetwork(pChains: readonly PChain[]): string {
  const networks = pChains.filter(({ index }) => index).map(({ network }) => network);
  if (networks.includes('mainnet')) return 'mainnet';
  const [only, ...others] = networks;
  if (only === undefined) throw new ApiError(404, 'no P-Chain is indexed on this deployment');
  if (others.length === 0) return only;
  throw badRequest('network', `is required: this deployment indexes ${networks.join(', ')}`);
}
