import * as z from 'zod';
import { Feature } from './params';

export const NetworkToken = z
  .object({
    name: z.string(),
    symbol: z.string(),
    decimals: z.number(),
    logoUri: z.string().optional(),
    description: z.string().optional(),
  })
  .meta({ id: 'NetworkToken' });

export const ChainInfo = z
  .object({
    chainId: z.string(),
    status: z.enum(['OK', 'UNAVAILABLE']).meta({ description: 'UNAVAILABLE: halted, or its node does not answer.' }),
    chainName: z.string(),
    description: z.string(),
    platformChainId: z.string().optional(),
    subnetId: z.string().optional(),
    vmId: z.string().optional(),
    vmName: z.enum(['EVM', 'BITCOIN', 'ETHEREUM']),
    explorerUrl: z.string().optional(),
    rpcUrl: z.string(),
    wsUrl: z.string().optional(),
    isTestnet: z.boolean(),
    utilityAddresses: z.object({ multicall: z.string().optional() }).optional(),
    networkToken: NetworkToken,
    chainLogoUri: z.string().optional(),
    private: z.boolean().optional(),
    enabledFeatures: z.array(Feature).optional(),
  })
  .meta({ id: 'ChainInfo' });
export type ChainInfo = z.infer<typeof ChainInfo>;

export const ListChainsResponse = z.object({ chains: z.array(ChainInfo) }).meta({ id: 'ListChainsResponse' });

export const ListAddressChainsResponse = z
  .object({
    indexedChains: z.array(ChainInfo),
    unindexedChains: z.array(z.string()).meta({ description: 'Ids of chains that are configured, not indexed.' }),
  })
  .meta({ id: 'ListAddressChainsResponse' });

const Indicator = z.looseObject({ status: z.enum(['up', 'down']) }).meta({ id: 'HealthIndicatorResult' });
const Indicators = z.record(z.string(), Indicator);

export const HealthCheckResult = z
  .object({
    status: z.enum(['error', 'ok', 'shutting_down']),
    info: Indicators.meta({ description: 'Those that are up.' }),
    error: Indicators.meta({ description: 'Those that are down.' }),
    details: Indicators.meta({
      description:
        'All. A chain shows head, finalized and indexedBlock (block numbers), lagBlocks, lagSeconds, and message when it is down.',
    }),
  })
  .meta({ id: 'HealthCheckResult' });
