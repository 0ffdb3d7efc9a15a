import type { Chain } from '../../contract/config';
import type { ChainInfo } from '../../contract/schemas/chains';
import { type Cursor, isUp } from '../../domain/chain/cursor';

/** A chain as answers show it. `rpcUrl` is the public one: the source is never exposed. */
export function chainView(chain: Chain, cursor: Cursor | undefined, now: number): ChainInfo {
  const { chainId, chainName, description, networkToken, platformChainId, subnetId, vmId, explorerUrl } = chain;
  return {
    chainId,
    status: !chain.index || isUp(cursor, now) ? 'OK' : 'UNAVAILABLE',
    chainName,
    description,
    vmName: 'EVM',
    rpcUrl: chain.publicRpcUrl ?? '',
    isTestnet: chain.network === 'testnet',
    networkToken: defined(networkToken),
    private: chain.private,
    enabledFeatures: chain.index ? ['nftIndexing', 'webhooks'] : [],
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
