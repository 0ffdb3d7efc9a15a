import type { Chain } from '../../core/contract/config';
import type { ChainInfo } from '../contract/schemas/chains';

export const networkTokenView = ({ networkToken }: Chain): ChainInfo['networkToken'] => defined(networkToken);

export const getFeatures = ({ index, teleporterMessengers }: Chain): NonNullable<ChainInfo['enabledFeatures']> =>
  index ? ['nftIndexing', 'webhooks', ...(teleporterMessengers.length > 0 ? (['teleporter'] as const) : [])] : [];

/** `rpcUrl` is the public URL: the source URL is never exposed. */
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
/** Optional fields are omitted, never null. */
const defined = <T extends object>(value: T): Defined<T> =>
  Object.fromEntries(Object.entries(value).filter(([, v]) => v !== undefined)) as Defined<T>;
