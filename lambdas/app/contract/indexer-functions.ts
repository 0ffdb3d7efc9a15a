import type { FunctionSpec } from '../../core/contract/function';

/** Longer than a minute: a follower hands over to the next invocation, which may start late within its minute. */
const FOLLOW_TIMEOUT_SECONDS = 150;

/**
 * Chains that one function follows: thirty that are quiet take a quarter of its memory. A busy one may say that it is to be
 * alone.
 */
const CHAINS_PER_FOLLOWER = 30;

const CHAIN = ['Cursor', 'BlockRecord'] as const;
const HOLDINGS = ['Erc20Holding', 'Erc721Holding', 'Erc1155Holding'] as const;
/** The entities written from a block and its receipts. */
const BLOCK_ROWS = [
  ...['Block', 'ChainTx', 'FailedTx', 'Tx', 'AddressTx', 'AddressErc20', 'AddressErc721', 'AddressErc1155'],
  ...['AddressDeployment', 'AddressChain', 'TokenTransfer', 'Deployment', 'Token', 'Nft'],
  ...HOLDINGS,
] as const;

/** Messages between chains. */
const TELEPORTER = [
  'TeleporterEvent',
  'TeleporterMessage',
  'TeleporterList',
  'TxMessage',
  'BlockchainId',
  'BlockchainIdOfChain',
] as const;

/** Rows of P-chains. */
const P_CHAIN = [
  ...['PNetwork', 'PBlock', 'PTx', 'PTxOf', 'PUtxo', 'PUtxoOf', 'PSubnet', 'PBlockchain', 'PValidator', 'PDelegator'],
  ...['PStakeOf', 'PReward', 'PCycle', 'PL1Validator', 'PL1Change'],
] as const;

/** The entities written only from its traces, which a rollback deletes. */
const INTERNAL_ROWS = ['TxInternal', 'AddressInternal'] as const;

/** What following a chain takes, whoever else the function follows. */
const FOLLOWING = {
  capability: 'indexer',
  file: 'app/workers/follow',
  timeoutSeconds: FOLLOW_TIMEOUT_SECONDS,
  owners: ['chain', 'evm', 'traces', 'tokens', 'teleporter', 'pchain'],
  uses: {
    reads: [
      ...[...CHAIN, ...BLOCK_ROWS, ...INTERNAL_ROWS],
      ...(['TeleporterMessage', 'PNetwork', 'PBlock', 'PTx', 'PUtxo'] as const),
      // Where a webhook asks for internal transactions, matching waits for those of a block.
      'ShardVersions',
    ],
    writes: [...CHAIN, ...BLOCK_ROWS, ...INTERNAL_ROWS, ...TELEPORTER, ...P_CHAIN],
    raw: ['get', 'put'],
    bus: true,
    node: true,
    sends: ['tokens', 'nfts'],
    traces: ['get', 'put'],
    pChainNode: true,
    states: ['get', 'put'],
  },
} as const satisfies Partial<FunctionSpec>;
const LAG = {
  metric: 'lagSeconds',
  threshold: 120,
  minutes: 5,
  breachingWhenMissing: true,
  impact: 'Users of a chain read data that is minutes old.',
  runbook: 'a-chain-lags',
  stack: 'observability',
} as const;
const FAILED = {
  scope: 'service',
  metric: 'errors',
  threshold: 1,
  minutes: 5,
  impact: 'Users read data that grows old: the indexer ends with an error each minute.',
  runbook: 'the-follower-fails',
} as const;

/** Follows the heads of a group of chains, undoes orphaned blocks, and writes internal transactions, at the head and then in history. */
export const follow: FunctionSpec = {
  ...FOLLOWING,
  id: 'Follow',
  memoryMb: 384,
  schedule: {
    id: 'Follows',
    scope: 'sharingChains',
    chainsPerRun: CHAINS_PER_FOLLOWER,
    rate: 'rate(1 minute)',
    handsOver: true,
    description: 'Follows {chainId}',
  },
  alarms: [
    { ...LAG, id: 'Lag', scope: 'sharingChains' },
    {
      id: 'Halted',
      scope: 'followedChains',
      metric: 'halted',
      threshold: 1,
      impact:
        'Users of a chain read data of a branch that its node has left, and nothing new is indexed; or they miss the transactions of a block that its node refuses.',
      runbook: 'a-chain-is-halted',
      stack: 'observability',
    },
    {
      id: 'StateDiffers',
      scope: 'indexedPChains',
      metric: 'stateDiffers',
      threshold: 1,
      impact:
        'Users of a P-chain may read wrong balances, rewards and fees: the indexed state is not that of the node.',
      runbook: 'the-state-of-a-p-chain-differs',
      stack: 'observability',
    },
    {
      id: 'TracesLate',
      scope: 'tracedChains',
      metric: 'traceLagSeconds',
      threshold: 900,
      minutes: 5,
      impact: 'Users of a chain do not see the internal transactions of the last quarter of an hour.',
      runbook: 'internal-transactions-are-late',
      stack: 'observability',
    },
    { ...FAILED, id: 'FollowerFailed' },
  ],
};

/** The same for chains that share with nobody. */
export const followAlone: FunctionSpec = {
  ...FOLLOWING,
  id: 'FollowAlone',
  memoryMb: 512,
  schedule: {
    id: 'FollowsAlone',
    scope: 'aloneChains',
    chainsPerRun: 1,
    rate: 'rate(1 minute)',
    handsOver: true,
    description: 'Follows {chainId}',
  },
  alarms: [
    { ...LAG, id: 'LagAlone', scope: 'aloneChains' },
    { ...FAILED, id: 'FollowerAloneFailed' },
  ],
};

/** Reads the metadata of new tokens, off the hot path. */
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
      impact: 'Users see new tokens without name, symbol and decimals, and spam tokens that are not hidden yet.',
      runbook: 'tokens-are-read-late',
    },
  },
};

/** Reads the metadata of NFTs, off the hot path. */
export const readNft: FunctionSpec = {
  id: 'ReadNfts',
  capability: 'indexer',
  file: 'evm/workers/read-nft',
  memoryMb: 512,
  // 50 tokens, ten at a time, at most ten seconds each, plus the node's calls.
  timeoutSeconds: 90,
  owners: ['tokens'],
  // What is left of a range of ids goes back to its own queue.
  uses: { reads: ['Nft'], writes: ['Nft'], node: true, sends: ['nfts'] },
  queue: {
    name: 'nfts',
    batchSize: 1,
    maxConcurrency: 5,
    late: {
      afterSeconds: 1_800,
      impact: 'Users see new NFTs without name and picture.',
      runbook: 'nfts-are-read-late',
    },
  },
};

/** Indexes history below the first block of the follower. */
export const backfill: FunctionSpec = {
  id: 'Backfill',
  capability: 'indexer',
  file: 'evm/workers/backfill',
  memoryMb: 512,
  timeoutSeconds: FOLLOW_TIMEOUT_SECONDS,
  owners: ['chain', 'evm', 'tokens', 'teleporter'],
  uses: {
    // Where it starts, and what it must not overwrite.
    reads: ['Cursor', 'Block', 'AddressChain', 'Token', 'Nft', ...HOLDINGS, 'TeleporterMessage'],
    // A block's rows without its record: the backfill publishes no event.
    writes: ['Cursor', ...BLOCK_ROWS, ...TELEPORTER],
    // A block is read to be indexed anew with receipts that were missing.
    raw: ['get', 'put'],
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
      impact: 'Users do not see more of a history that is being indexed: the backfill ends with an error each minute.',
      runbook: 'the-backfill-fails',
    },
  ],
};

/** Samples balances against the node, and marks tokens whose balances change without a transfer. */
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
