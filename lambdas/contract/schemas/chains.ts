import * as z from 'zod';
import { Feature } from './params';

/** The token that a chain's fees are paid in. */
export const NetworkToken = z
  .object({
    name: z.string(),
    symbol: z.string(),
    decimals: z.number(),
    logoUri: z.string().optional(),
    description: z.string().optional(),
  })
  .meta({ id: 'NetworkToken' });

/** A chain as answers show it: the public side of its configuration. */
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
/** A chain as answers show it. */
export type ChainInfo = z.infer<typeof ChainInfo>;

/** All chains that were asked for: no pages. */
export const ListChainsResponse = z.object({ chains: z.array(ChainInfo) }).meta({ id: 'ListChainsResponse' });

/** The chains that know an address. */
export const ListAddressChainsResponse = z
  .object({
    indexedChains: z.array(ChainInfo),
    unindexedChains: z.array(z.string()).meta({ description: 'Ids of chains that are configured, not indexed.' }),
  })
  .meta({ id: 'ListAddressChainsResponse' });

const Backfill = z
  .object({
    from: z.int(),
    to: z.int(),
    next: z.int().meta({ description: 'The first block that is not indexed yet.' }),
    blocksPerSecond: z.number().optional(),
    secondsLeft: z.int().optional(),
    message: z.string().optional().meta({ description: 'Why it waits.' }),
  })
  .meta({ id: 'BackfillProgress', description: 'How far the history below startBlock is, while it is being indexed.' });
const Indicator = z
  .looseObject({ status: z.enum(['up', 'down']), backfill: Backfill.optional() })
  .meta({ id: 'HealthIndicatorResult' });
const Indicators = z.record(z.string(), Indicator);

/** Health in the form of the terminus checks, which clients of this kind of API parse. */
export const HealthCheckResult = z
  .object({
    status: z.enum(['error', 'ok', 'shutting_down']),
    info: Indicators.meta({ description: 'Those that are up.' }),
    error: Indicators.meta({ description: 'Those that are down.' }),
    details: Indicators.meta({
      description:
        'All. A chain shows head, finalized and indexedBlock (block numbers), lagBlocks, lagSeconds, message when it is down, tracedBlock where its node can trace (the block up to which internal transactions are told), tracedFrom (the block from which on they are, while those of the history below are being told, or for good where they are not indexed or the node keeps no older state), blocksWithoutReceipts and blocksWithoutTraces where its node has not given all of some final blocks (their number, at most 1000), and backfill while its history is being indexed.',
    }),
  })
  .meta({ id: 'HealthCheckResult' });
