import { badRequest } from '../../../core/contract/errors';
import type { PChain } from '../../../core/contract/pchain-config';
import { pChainSource } from '../../../core/contract/pchain-source';
import { configuredNetwork, isPChainId, notIndexedChain, notIndexedYet } from '../../../pchain/api/shared/network';
import type { NetworkFacts } from '../../../pchain/domain/networks';
import type { networkReader } from '../../../pchain/rows/network';
import type { UpdateWebhook } from '../../contract/schemas/webhook-requests';
import type { SharedView } from '../registration';

/** The name of a P-chain that webhooks can watch. Throws 400 for another chain, or a network that is not indexed. */
export function watchedPChain(
  pChains: readonly PChain[],
  { network: name, chainId = 'p-chain' }: { readonly network: string; readonly chainId?: string },
): string {
  if (!isPChainId(chainId)) throw badRequest('chainId', notIndexedChain(chainId));
  const { network, index } = configuredNetwork(pChains, name);
  if (!index) throw badRequest('network', `the P-chain of ${network} is not indexed, so it has no webhooks`);
  return pChainSource(network);
}

/** What is particular to a network. Throws 503 before its indexer has reached its node. */
export async function getFacts(
  reader: Pick<ReturnType<typeof networkReader>, 'facts'>,
  network: string,
): Promise<NetworkFacts> {
  const facts = await reader.facts(network);
  if (!facts) throw notIndexedYet(network);
  return facts;
}

/** What webhooks of other chains have, and those of a P-chain do not: its blocks are final, and have no logs. */
const OF_OTHER_CHAINS = ['filters', 'includeInternalTxs', 'includeLogs', 'confirmations', 'removals'] as const;

/** Throws 400 for a change that webhooks of a P-chain do not have. */
export function refuseOtherChanges(eventType: string, changes: UpdateWebhook): void {
  for (const field of OF_OTHER_CHAINS)
    if (changes[field] !== undefined) throw badRequest(field, `webhooks of ${eventType} have none`);
}

/** The shared fields of a webhook of a P-chain. */
export const pChainFields = (shared: SharedView, network: string) => ({
  ...shared,
  chainId: 'p-chain' as const,
  network,
});
