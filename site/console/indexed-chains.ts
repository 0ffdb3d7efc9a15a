import type { ChainInfo } from '../../lambdas/evm/contract/schemas/chains';
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
  const isIndexed = (name: string): boolean => health.details[name]?.indexedBlock !== undefined;
  const networks = Object.keys(health.details).flatMap((name) => /^p-chain-(.+)$/.exec(name)?.[1] ?? []);
  return {
    evm: listed.chains
      .filter(({ chainId }) => isIndexed(`chain-${chainId}`))
      .map(({ chainId, chainName }) => ({ value: chainId, text: `${chainName} (${chainId})` })),
    pChains: networks
      .filter((network) => isIndexed(`p-chain-${network}`))
      .map((value) => ({ value, text: `P-Chain of ${value}` })),
  };
}
