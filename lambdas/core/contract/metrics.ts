// Shared by the functions (which emit) and lib/ (which alarms): imports nothing.

/**
 * CloudWatch metrics, with the dimension chainId but for those of webhooks. What alarms watch is counted without it too:
 * the lag for each group of chains, the others for all chains together.
 */
export const METRIC = {
  namespace: 'ChainData',
  /** How far the index is behind the node's head in chain time, and how long the node has not answered; the longer. */
  lagSeconds: 'LagSeconds',
  /** 1 while a reorg deeper than the chain's finality stops the chain, and when a refused block was passed. */
  halted: 'Halted',
  /** 1 while the node of a P-chain does not answer, or is of another chain. */
  down: 'NodeDown',
  /** While blocks are indexed; the log has all (`USED`). */
  writeUnits: 'WriteUnits',
  /** Calls that the node failed at, repeated ones included; the log line tells how many of which kind. */
  nodeFailures: 'NodeFailures',
  indexedBlocks: 'IndexedBlocks',
  /** From the time of a block, the newest of those that are published at once, to its event, ms. */
  freshness: 'BlockFreshness',
  removedBlocks: 'RemovedBlocks',
  /** Lag of internal transactions behind the head, in chain time; not emitted if the node cannot trace. */
  traceLagSeconds: 'TraceLagSeconds',
  /** Blocks left without internal transactions, as their node has pruned their state. */
  skippedTraces: 'SkippedTraces',
  /** Final blocks that were indexed without their contents, because the node refused them. */
  refusedBlocks: 'RefusedBlocks',
  /** 1 if the replayed state of a P-chain is not that of its node, or cannot be replayed any more. */
  stateDiffers: 'StateDiffers',
  /** Messages between chains whose id is not that of their content, and logs of messengers that are not readable. */
  teleporterMismatches: 'TeleporterMismatches',
  teleporterUnreadable: 'TeleporterUnreadable',
  /** Balances that were compared with the node and differed. */
  driftedBalances: 'DriftedBalances',
  /** How long a message to a healthy receiver waited for its first attempt, ms: since its creation or release. */
  webhookDelay: 'WebhookDelay',
} as const;

/** What a chain used since its last reading: fields of log lines, as a metric costs something in each hour. */
export const USED = { readUnits: 'UsedReadUnits', writeUnits: 'UsedWriteUnits', nodeCalls: 'UsedNodeCalls' } as const;
