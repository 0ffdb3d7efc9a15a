import type { Chain } from '../../core/contract/config';
import type { ChainInfo } from '../contract/schemas/chains';

/** The token that a chain's fees are paid in. */
export const networkTokenView = ({ networkToken }: Chain): ChainInfo['networkToken'] => defined(networkToken);

/** What a chain's index offers. */
export const getFeatures = ({ index, teleporterMessengers }: Chain): NonNullable<ChainInfo['enabledFeatures']> =>
  index ? ['nftIndexing', 'webhooks', ...(teleporterMessengers.length > 0 ? (['teleporter'] as const) : [])] : [];

/** A chain as answers show it. `rpcUrl` is the public one: the source is never exposed. */
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
/** Without undefined values: optional fields are left out, never null. */
const defined = <T extends object>(value: T): Defined<T> =>
  Object.fromEntries(Object.entries(value).filter(([, v]) => v !== undefined)) as Defined<T>;
