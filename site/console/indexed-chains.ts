import type { ChainInfo } from '../../lambdas/evm/contract/schemas/chains';
import { splitEntries } from '../shared/health-entries';
import type { Session } from './session';

interface Choice {
  readonly value: string;
  readonly text: string;
}
export interface IndexedChains {
  readonly evm: readonly Choice[];
  readonly pChains: readonly Choice[];
}

/** The indexed chains. */
export async function findChains({ call }: Session): Promise<IndexedChains> {
  const [listed, health] = await Promise.all([
    call<{ chains: readonly ChainInfo[] }>('GET', 'v1/chains'),
    call<{ details: Readonly<Record<string, { chainName?: string; indexedBlock?: number }>> }>(
      'GET',
      'v1/health-check',
    ),
  ]);
  const { chains, pChains } = splitEntries(health.details);
  return {
    evm: listed.chains
      .filter(({ chainId }) => chains.get(chainId)?.indexedBlock !== undefined)
      .map(({ chainId, chainName }) => ({ value: chainId, text: `${chainName} (${chainId})` })),
    pChains: [...pChains]
      .filter(([, { indexedBlock }]) => indexedBlock !== undefined)
      .map(([value]) => ({ value, text: `P-Chain (${value})` })),
  };
}
