import * as z from 'zod';
import { address, chainId, integer, number, text, url } from '../../../core/contract/schemas/fields';
import { Feature } from '../../../core/contract/schemas/params';

export const NetworkToken = z
  .object({
    name: text('Name of the token.', 'Avalanche'),
    symbol: text('Symbol of the token.', 'AVAX'),
    decimals: number('Decimals of the token.', 18),
    logoUri: url('Logo of the token.', 'https://example.com/logos/avax.svg').optional(),
    description: text('Description of the token; may be empty.', 'Pays the fees of the C-Chain.').optional(),
  })
  .meta({ id: 'NetworkToken', description: "The token that a chain's fees are paid in." });

const ChainStatus = z.enum(['OK', 'UNAVAILABLE']).meta({
  id: 'ChainStatus',
  description: 'UNAVAILABLE: the chain is halted, or its node is down or on another chain.',
});
const VmName = z
  .enum(['EVM', 'BITCOIN', 'ETHEREUM'])
  .meta({ id: 'VmName', description: 'Virtual machine of the chain; always EVM in this service.' });
const UtilityAddresses = z
  .object({ multicall: address('The Multicall3 contract.').optional() })
  .meta({ id: 'UtilityAddresses', description: 'Well-known contracts of a chain.' });

export const ChainInfo = z
  .object({
    chainId,
    status: ChainStatus,
    chainName: text('Name of the chain.', 'Avalanche (C-Chain)'),
    description: text('Description of the chain; may be empty.', 'The contract chain of the primary network.'),
    platformChainId: text(
      'Id of the chain on the P-Chain (cb58).',
      '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5',
    ).optional(),
    subnetId: text('The subnet of the chain (cb58).', '11111111111111111111111111111111LpoYY').optional(),
    vmId: text('Id of its virtual machine (cb58).', 'mgj786NP7uDwBCcq6YwThhaN8FLyybkCa4zBWTQbNgmK6k9A6').optional(),
    vmName: VmName,
    explorerUrl: url('An explorer of the chain.', 'https://explorer.example.com').optional(),
    rpcUrl: url('A public JSON-RPC endpoint; empty if none is known.', 'https://rpc.example.com'),
    wsUrl: url('A public WebSocket endpoint.', 'wss://rpc.example.com/ws').optional(),
    isTestnet: z.boolean().meta({ description: 'Whether it is a testnet.' }),
    utilityAddresses: UtilityAddresses.optional(),
    networkToken: NetworkToken,
    chainLogoUri: url('Logo of the chain.', 'https://example.com/logos/chain.svg').optional(),
    private: z.boolean().optional().meta({ description: 'Whether the operator marked the chain as private.' }),
    enabledFeatures: z.array(Feature).optional().meta({ description: 'Features of its index.' }),
  })
  .meta({ id: 'ChainInfo', description: 'A chain.' });
export type ChainInfo = z.infer<typeof ChainInfo>;

export const ListChainsResponse = z
  .object({ chains: z.array(ChainInfo).meta({ description: 'The chains, in the order of the configuration.' }) })
  .meta({ id: 'ListChainsResponse', description: 'The requested chains.' });

export const ListAddressChainsResponse = z
  .object({
    indexedChains: z.array(ChainInfo).meta({ description: 'Indexed chains on which the address was active.' }),
    unindexedChains: z
      .array(chainId)
      .meta({ description: 'Ids of configured but not indexed chains on which the address was active.' }),
  })
  .meta({ id: 'ListAddressChainsResponse', description: 'The chains that an address has been active on.' });

const Backfill = z
  .object({
    from: integer('First block of the backfill.', 0),
    to: integer('Last block of the backfill.', 99_999),
    next: integer(
      'The first block that is not indexed yet. Blocks above it may be, because ranges are indexed concurrently.',
      31_200,
    ),
    blocks: integer('Total blocks of the backfill.', 100_000),
    blocksLeft: integer('Blocks left to index.', 68_800),
    workers: integer('Active workers.', 4),
    blocksPerSecond: number('Recent throughput of all workers together, blocks per second.', 412.5).optional(),
    secondsLeft: integer('Estimated time left at this rate, in seconds.', 167).optional(),
    message: text('Why the backfill is waiting.', 'the node does not answer').optional(),
  })
  .meta({ id: 'BackfillProgress', description: 'Progress of indexing the history below startBlock, while it runs.' });
/** In the format of NestJS Terminus, which clients of this kind of API parse. */
export const HealthStatus = z
  .enum(['error', 'ok', 'shutting_down'])
  .meta({ id: 'HealthStatus', description: 'error: at least one component is down.' });
export const IndicatorStatus = z
  .enum(['up', 'down'])
  .meta({ id: 'HealthIndicatorStatus', description: 'Whether the component is up.' });
const Indicator = z
  .looseObject({
    status: IndicatorStatus,
    backfill: Backfill.optional(),
  })
  .meta({
    id: 'HealthIndicatorResult',
    description: 'Health of the database, the queues or a chain, with its figures.',
  });
const Indicators = z.record(z.string(), Indicator);

export const HealthCheckResult = z
  .object({
    status: HealthStatus,
    info: Indicators.meta({ description: 'Components that are up.' }),
    error: Indicators.meta({ description: 'Components that are down.' }),
    details: Indicators.meta({
      description:
        'All components. `queues` has deadLetters, the number of dead letters (at most 30 seconds old), and message if there are any. A chain has head, finalized and indexedBlock (block numbers), lagBlocks, lagSeconds, and message if it is down. tracedBlock is the last block with indexed internal transactions, if its node can trace; tracedFrom the first one, while older history is being traced, or permanently if it is not traced or the node has no older state. blocksWithoutReceipts, blocksWithoutTraces and refusedBlocks (indexed without any transaction) count final blocks that its node did not serve completely (at most 1000). backfill is present while history is being indexed. A P-Chain has network, height (of the last accepted block of its node), answeredAt (Unix time in seconds), and message if its node is down; an indexed one also startBlock, the first indexed block, and, if that is not block 0, seededAt with the same value: the index was seeded with the node’s state of that block and knows nothing earlier.',
    }),
  })
  .meta({ id: 'HealthCheckResult', description: 'Health of the service and of each chain.' });
