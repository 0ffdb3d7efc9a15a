import type { FunctionSpec } from '../../core/contract/function';
import { BLOCK_ROWS, HOLDINGS, INTERNAL_ROWS, TELEPORTER_ROWS } from './entities';

/** More than a minute: a worker finishes its slice before the next one takes over. */
const BACKFILL_TIMEOUT_SECONDS = 150;

export const readToken: FunctionSpec = {
  id: 'ReadTokens',
  capability: 'indexer',
  file: 'evm/workers/read-token',
  memoryMb: 256,
  timeoutSeconds: 30,
  owners: ['tokens'],
  uses: { reads: ['Token'], writes: ['Token'], node: true },
  queue: {
    name: 'tokens',
    batchSize: 10,
    maxConcurrency: 2,
    late: {
      afterSeconds: 600,
      impact: 'Users see new tokens without name, symbol and decimals, and spam tokens that should be hidden.',
      runbook: 'tokens-are-read-late',
    },
  },
};

export const readNft: FunctionSpec = {
  id: 'ReadNfts',
  capability: 'indexer',
  file: 'evm/workers/read-nft',
  memoryMb: 512,
  timeoutSeconds: 90, // 50 tokens, ten at a time, at most ten seconds each, plus node calls
  owners: ['tokens'],
  // The rest of an id range goes back to the function's own queue.
  uses: { reads: ['Nft'], writes: ['Nft'], node: true, sends: ['nfts'] },
  queue: {
    name: 'nfts',
    batchSize: 1,
    maxConcurrency: 5,
    late: {
      afterSeconds: 1_800,
      impact: 'Users see new NFTs without name and image.',
      runbook: 'nfts-are-read-late',
    },
  },
};

export const backfill: FunctionSpec = {
  id: 'Backfill',
  capability: 'indexer',
  file: 'evm/workers/backfill',
  memoryMb: 512,
  timeoutSeconds: BACKFILL_TIMEOUT_SECONDS,
  owners: ['chain', 'evm', 'tokens', 'traces', 'teleporter'],
  uses: {
    // Its range, rows that it must not overwrite, and those to compare with rows derived again.
    reads: ['Cursor', ...BLOCK_ROWS, ...INTERNAL_ROWS, 'TxMessage', 'TeleporterEvent', 'BlockchainIdOfChain'],
    // No BlockRecord: the backfill publishes no events.
    writes: ['Cursor', ...BLOCK_ROWS, ...INTERNAL_ROWS, ...TELEPORTER_ROWS],
    raw: ['get', 'put'], // re-indexes blocks with missing receipts
    traces: ['get'],
    sends: ['tokens', 'nfts'],
    node: true,
  },
  schedule: {
    id: 'Backfills',
    scope: 'indexedChains',
    perWorker: true,
    maxRuns: 120,
    rate: 'rate(1 minute)',
    description: 'Backfills the history of chain {chainId}',
  },
  alarms: [
    {
      id: 'BackfillFailed',
      scope: 'service',
      metric: 'errors',
      threshold: 1,
      minutes: 5,
      impact: 'History stops filling in for users: the backfill fails every minute.',
      runbook: 'the-backfill-fails',
    },
  ],
};

export const reconcile: FunctionSpec = {
  id: 'Reconcile',
  capability: 'indexer',
  file: 'evm/workers/reconcile',
  memoryMb: 256,
  timeoutSeconds: 120,
  owners: ['tokens'],
  uses: {
    reads: ['Cursor', 'ChainTx', 'Tx', 'TokenTransfer', 'Token', 'Drift', ...HOLDINGS],
    writes: ['Token', 'Drift'],
    node: true,
  },
  schedule: {
    id: 'Reconciles',
    scope: 'indexedChains',
    maxRuns: 25,
    rate: 'rate(1 hour)',
    description: 'Reconciles chain {chainId}',
  },
};
