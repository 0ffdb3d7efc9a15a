import type { Chain } from '../../core/contract/config';
import type { ChainInfo } from '../contract/schemas/chains';

/** The token that pays a chain's fees. */
export const networkTokenView = ({ networkToken }: Chain): ChainInfo['networkToken'] => defined(networkToken);

/** Features of a chain's index; empty if the chain is not indexed. */
export const getFeatures = ({ index, teleporterMessengers }: Chain): NonNullable<ChainInfo['enabledFeatures']> =>
  index ? ['nftIndexing', 'webhooks', ...(teleporterMessengers.length > 0 ? (['teleporter'] as const) : [])] : [];

/** The API view of a chain. `rpcUrl` is the public URL: the source URL is never exposed. */
export function chainView(chain: Chain, isUp: boolean): ChainInfo {
  const { chainId, chainName, description, platformChainId, subnetId, vmId, explorerUrl } = chain;
  return {
    chainId,
    status: isUp ? 'OK' : 'UNAVAILABLE',
    chainName,
    description,
    vmName: 'EVM',
    rpcUrl: chain.publicRpcUrl ?? '',
    isTestnet: chain.network === 'testnet',
    networkToken: networkTokenView(chain),
    private: chain.private,
    enabledFeatures: getFeatures(chain),
    ...defined({
      platformChainId: platformChainId ?? chain.blockchainId,
      subnetId,
      vmId,
      explorerUrl,
      wsUrl: chain.publicWsUrl,
      utilityAddresses: chain.multicallAddress ? { multicall: chain.multicallAddress } : undefined,
      chainLogoUri: chain.chainLogoUri,
    }),
  };
}

type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> };
/** Drops undefined values: optional fields are omitted, never null. */
const defined = <T extends object>(value: T): Defined<T> =>
  Object.fromEntries(Object.entries(value).filter(([, v]) => v !== undefined)) as Defined<T>;
