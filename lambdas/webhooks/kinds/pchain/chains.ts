import { badRequest } from '../../../core/contract/errors';
import type { PChain } from '../../../core/contract/pchain-config';
import { pChainSource } from '../../../core/contract/pchain-source';
import { configuredNetwork, isPChainId, notIndexedChain, notIndexedYet } from '../../../pchain/api/shared/network';
import type { NetworkFacts } from '../../../pchain/domain/networks';
import type { networkReader } from '../../../pchain/rows/network';
import type { UpdateWebhook } from '../../contract/schemas/webhook-requests';
import type { SharedView } from '../registration';

/** Source name. Throws 400 for any chain but an indexed P-Chain. */
export function watchedPChain(
  pChains: readonly PChain[],
  { network: name, chainId = 'p-chain' }: { readonly network: string; readonly chainId?: string },
): string {
  if (!isPChainId(chainId)) throw badRequest('chainId', notIndexedChain(chainId));
  const { network, index } = configuredNetwork(pChains, name);
  if (!index) throw badRequest('network', `the P-Chain of ${network} is not indexed and does not support webhooks`);
  return pChainSource(network);
}

/** Throws 503 until the indexer has first reached its node. */
export async function getFacts(
  reader: Pick<ReturnType<typeof networkReader>, 'facts'>,
  network: string,
): Promise<NetworkFacts> {
  const facts = await reader.facts(network);
  if (!facts) throw notIndexedYet(network);
  return facts;
}

/** Blocks are final and have no logs. */
const UNSUPPORTED_FIELDS = ['filters', 'includeInternalTxs', 'includeLogs', 'confirmations', 'removals'] as const;

/** Throws 400. */
export function refuseOtherChanges(eventType: string, changes: UpdateWebhook): void {
  for (const field of UNSUPPORTED_FIELDS)
    if (changes[field] !== undefined) throw badRequest(field, `not supported by ${eventType} webhooks`);
}

export const pChainFields = (shared: SharedView, network: string) => ({
  ...shared,
  chainId: 'p-chain' as const,
  network,
});
