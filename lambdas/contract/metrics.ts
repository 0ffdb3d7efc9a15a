// Shared by the functions (which emit) and lib/ (which alarms): imports nothing.

/** CloudWatch metrics, with the dimension chainId but for those of webhooks. */
export const METRIC = {
  namespace: 'ChainData',
  /** Blocks between the node's head and the index. */
  lagBlocks: 'LagBlocks',
  /** The same in seconds of chain time. */
  lagSeconds: 'LagSeconds',
  /** 1 while a reorg deeper than the chain's finality stops the chain. */
  halted: 'Halted',
  /** 1 while the node does not answer, or is of another chain. */
  down: 'NodeDown',
  writeUnits: 'WriteUnits',
  nodeCalls: 'NodeCalls',
  /** Calls that the node failed at, repeated ones included; the log line tells how many of which kind. */
  nodeFailures: 'NodeFailures',
  indexedBlocks: 'IndexedBlocks',
  /** From a block's own time to its event, ms. */
  freshness: 'BlockFreshness',
  removedBlocks: 'RemovedBlocks',
  /** Lag of internal transactions behind the head, in chain time; not emitted if the node cannot trace. */
  traceLagSeconds: 'TraceLagSeconds',
  /** Blocks left without internal transactions, as their node has pruned their state. */
  skippedTraces: 'SkippedTraces',
  /** 1 if the replayed state of a P-chain is not that of its node, or cannot be replayed any more. */
  stateDiffers: 'StateDiffers',
  /** Messages between chains whose id is not that of their content, and logs of messengers that are not readable. */
  teleporterMismatches: 'TeleporterMismatches',
  teleporterUnreadable: 'TeleporterUnreadable',
  /** Balances that were compared with the node, and those of them that differed. */
  sampledBalances: 'SampledBalances',
  driftedBalances: 'DriftedBalances',
  /** How long a message to a healthy receiver waited for its first attempt, ms: since its creation or release. */
  webhookDelay: 'WebhookDelay',
} as const;
