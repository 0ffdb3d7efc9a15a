import * as z from 'zod';
import { address, chainId, integer, number, text, url } from '../../../core/contract/schemas/fields';
import { Feature } from '../../../core/contract/schemas/params';

/** The token that a chain's fees are paid in. */
export const NetworkToken = z
  .object({
    name: text('Name of the token.', 'Avalanche'),
    symbol: text('Symbol of the token.', 'AVAX'),
    decimals: number('Decimals of the token.', 18),
    logoUri: url('Logo of the token.', 'https://example.com/logos/avax.svg').optional(),
    description: text('What the token is; may be empty.', 'Pays the fees of the C-chain.').optional(),
  })
  .meta({ id: 'NetworkToken', description: "The token that a chain's fees are paid in." });

const ChainStatus = z.enum(['OK', 'UNAVAILABLE']).meta({
  id: 'ChainStatus',
  description: 'UNAVAILABLE: halted, or its node does not answer, or is of another chain.',
});
const VmName = z
  .enum(['EVM', 'BITCOIN', 'ETHEREUM'])
  .meta({ id: 'VmName', description: 'The virtual machine that the chain runs; the chains of this service have EVM.' });
const UtilityAddresses = z
  .object({ multicall: address('The Multicall3 contract.').optional() })
  .meta({ id: 'UtilityAddresses', description: 'Well-known contracts of a chain.' });

/** A chain as answers show it: the public side of its configuration. */
export const ChainInfo = z
  .object({
    chainId,
    status: ChainStatus,
    chainName: text('Name of the chain.', 'Avalanche (C-Chain)'),
    description: text('What the chain is; may be empty.', 'The contract chain of the primary network.'),
    platformChainId: text(
      'The id that the P-chain gave the chain (cb58).',
      '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5',
    ).optional(),
    subnetId: text('The subnet of the chain (cb58).', '11111111111111111111111111111111LpoYY').optional(),
    vmId: text('Id of its virtual machine (cb58).', 'mgj786NP7uDwBCcq6YwThhaN8FLyybkCa4zBWTQbNgmK6k9A6').optional(),
    vmName: VmName,
    explorerUrl: url('An explorer of the chain.', 'https://explorer.example.com').optional(),
    rpcUrl: url('A public JSON-RPC endpoint; empty where none is known.', 'https://rpc.example.com'),
    wsUrl: url('A public WebSocket endpoint of the same.', 'wss://rpc.example.com/ws').optional(),
    isTestnet: z.boolean().meta({ description: 'Whether it is a testnet.' }),
    utilityAddresses: UtilityAddresses.optional(),
    networkToken: NetworkToken,
    chainLogoUri: url('Logo of the chain.', 'https://example.com/logos/chain.svg').optional(),
    private: z.boolean().optional().meta({ description: 'Whether the operator marked the chain as private.' }),
    enabledFeatures: z.array(Feature).optional().meta({ description: 'What its index offers.' }),
  })
  .meta({ id: 'ChainInfo', description: 'A chain.' });
/** A chain as answers show it. */
export type ChainInfo = z.infer<typeof ChainInfo>;

/** All chains that were asked for: no pages. */
export const ListChainsResponse = z
  .object({ chains: z.array(ChainInfo).meta({ description: 'The chains, in the order of the configuration.' }) })
  .meta({ id: 'ListChainsResponse', description: 'All chains that were asked for.' });

/** The chains that know an address. */
export const ListAddressChainsResponse = z
  .object({
    indexedChains: z.array(ChainInfo).meta({ description: 'Chains on which the address was active.' }),
    unindexedChains: z
      .array(chainId)
      .meta({ description: 'Ids of chains that are configured, not indexed, and know the address.' }),
  })
  .meta({ id: 'ListAddressChainsResponse', description: 'The chains that an address has been active on.' });

const Backfill = z
  .object({
    from: integer('First block of the history.', 0),
    to: integer('Last block of the history.', 99_999),
    next: integer(
      'The first block that is not indexed yet. Above it others are, as ranges are indexed side by side.',
      31_200,
    ),
    blocks: integer('Blocks of all ranges of the history.', 100_000),
    blocksLeft: integer('Blocks that are still to be indexed.', 68_800),
    workers: integer('Workers that index a range now.', 4),
    blocksPerSecond: number('Blocks that all workers together index in a second, of late.', 412.5).optional(),
    secondsLeft: integer('Time until the end at this rate, in seconds.', 167).optional(),
    message: text('Why it waits.', 'the node does not answer').optional(),
  })
  .meta({ id: 'BackfillProgress', description: 'How far the history below startBlock is, while it is being indexed.' });
const Indicator = z
  .looseObject({
    status: z.enum(['up', 'down']).meta({ description: 'Whether it works.' }),
    backfill: Backfill.optional(),
  })
  .meta({
    id: 'HealthIndicatorResult',
    description: 'Health of the database, of the queues or of a chain, with its figures.',
  });
const Indicators = z.record(z.string(), Indicator);

/** Health in the form of the terminus checks, which clients of this kind of API parse. */
export const HealthCheckResult = z
  .object({
    status: z.enum(['error', 'ok', 'shutting_down']).meta({ description: 'error: something in `error` is down.' }),
    info: Indicators.meta({ description: 'Those that are up.' }),
    error: Indicators.meta({ description: 'Those that are down.' }),
    details: Indicators.meta({
      description:
        'All. `queues` shows deadLetters, the number of messages that failed repeatedly (at most 30 seconds old), and message when there are any. A chain shows head, finalized and indexedBlock (block numbers), lagBlocks, lagSeconds, message when it is down, tracedBlock where its node can trace (the block up to which internal transactions are indexed), tracedFrom (the block from which on they are, while those of the history below are being indexed, or for good where they are not indexed or the node keeps no older state), blocksWithoutReceipts, blocksWithoutTraces and refusedBlocks (without any transaction) where its node has not given all of some final blocks (their number, at most 1000), and backfill while its history is being indexed. A P-chain shows network, height (of the last accepted block of its node), answeredAt (Unix time in seconds), and message when its node does not answer; one that is indexed also startBlock, the first block, and seededAt, the same, where its index does not begin with block 0: the state of that block is what the node told, and what was before is not known.',
    }),
  })
  .meta({ id: 'HealthCheckResult', description: 'Health of the service and of each chain.' });
