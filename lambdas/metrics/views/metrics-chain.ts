import type * as z from 'zod';
import type { Chain } from '../../core/contract/config';
import { toCb58 } from '../../core/domain/cb58';
import type { MetricsChain } from '../contract/schemas';

/** `blockchainId`: 32 bytes with 0x, as indexed. */
export const metricsChainView = (chain: Chain, blockchainId: string | undefined): z.output<typeof MetricsChain> => ({
  evmChainId: Number(chain.chainId),
  chainName: chain.chainName,
  blockchainId: getBlockchainId(chain, blockchainId) ?? '',
  subnetId: chain.subnetId ?? '',
  network: chain.network,
});

/** cb58. */
export const getBlockchainId = (
  { blockchainId, platformChainId }: Pick<Chain, 'blockchainId' | 'platformChainId'>,
  indexed: string | undefined,
): string | undefined => blockchainId ?? platformChainId ?? (indexed && toCb58(indexed));
