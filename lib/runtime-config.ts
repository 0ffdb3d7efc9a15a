import type { Chain as PublishedChain } from 'viem';
import * as chains from 'viem/chains';
import type { Chain, Config, RuntimeConfig } from '../lambdas/core/contract/config';
import type { ChainDefaults } from './chain-defaults';

/** In cb58, by EVM chain ID, as `getBlockchainID()` returns there. */
const BLOCKCHAIN_IDS: Readonly<Record<string, string>> = {
  43114: '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5',
  43113: 'yH8D7ThNJkxmtkuv2jgBa4P1Rn3Qpr4pPr7QYNfcdoS6k6HWp',
};

/** Known chains take their defaults from viem's definitions. */
export function runtimeConfig(config: Config, defaults: ChainDefaults): RuntimeConfig {
  const { priceUrl, ipfsGateway, arweaveGateway, fetchNftMetadata, nftLoopback } = config;
  const { contractVersion, readUnitsWithoutKey, webhookLoopback } = config;
  return {
    chains: config.chains.map((chain) => resolveChain(chain, defaults)),
    pChains: config.pChains.map(({ rpcUrl: _secret, ...pChain }) => ({
      ...pChain,
      pollIntervalMs: pChain.pollIntervalMs ?? defaults.pollIntervalMs,
    })),
    contractVersion,
    ...(priceUrl ? { priceUrl } : {}),
    nfts: { ipfsGateway, arweaveGateway, fetchNftMetadata, nftLoopback },
    limits: config.plans,
    readUnitsWithoutKey,
    webhookLoopback,
  };
}

function resolveChain({ rpcUrl: _secret, ...chain }: Config['chains'][number], defaults: ChainDefaults): Chain {
  const known = Object.values<PublishedChain>(chains).find(({ id }) => String(id) === chain.chainId);
  const explorerUrl = chain.explorerUrl ?? known?.blockExplorers?.default.url;
  const publicRpcUrl = chain.publicRpcUrl ?? known?.rpcUrls.default.http[0];
  // One of viem's definitions has an https URL here.
  const publicWsUrl = chain.publicWsUrl ?? known?.rpcUrls.default.webSocket?.find((url) => /^wss?:/.test(url));
  const blockchainId = chain.blockchainId ?? BLOCKCHAIN_IDS[chain.chainId];
  const multicallAddress = chain.multicallAddress ?? known?.contracts?.multicall3?.address;
  return {
    ...chain,
    chainName: chain.chainName ?? known?.name ?? `Chain ${chain.chainId}`,
    networkToken: chain.networkToken ??
      known?.nativeCurrency ?? { name: 'Native token', symbol: 'NATIVE', decimals: 18 },
    pollIntervalMs: chain.pollIntervalMs ?? defaults.pollIntervalMs,
    backfillWriteUnitsPerSecond: chain.backfillWriteUnitsPerSecond ?? defaults.backfillWriteUnitsPerSecond,
    backfillWorkers: chain.backfillWorkers ?? defaults.backfillWorkers,
    ...(explorerUrl ? { explorerUrl } : {}),
    ...(publicRpcUrl ? { publicRpcUrl } : {}),
    ...(publicWsUrl ? { publicWsUrl } : {}),
    ...(multicallAddress ? { multicallAddress } : {}),
    ...(blockchainId ? { blockchainId } : {}),
  };
}
