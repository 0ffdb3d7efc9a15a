// Shared by the functions, which emit, and lib/, which defines alarms: imports nothing.

/**
 * CloudWatch metrics, with the dimension chainId except for webhooks. Metrics with an alarm are emitted without it too:
 * the lag per group of chains, the others for all chains together.
 */
export const METRIC = {
  namespace: 'ChainData',
  /** Lag of the index behind the node's head in chain time, or time since the node's last response if longer. */
  lagSeconds: 'LagSeconds',
  /** 1 while a reorg below finality halts the chain, and when a block that the node refuses was skipped. */
  halted: 'Halted',
  /** 1 while a P-Chain node is down, or is on another chain. */
  down: 'NodeDown',
  /** Emitted only while blocks are indexed; log lines have all units (`USED`). */
  writeUnits: 'WriteUnits',
  /** Failed node calls, including retries; the log line counts them by kind. */
  nodeFailures: 'NodeFailures',
  indexedBlocks: 'IndexedBlocks',
  /** From block time (of the newest block of a batch) to its event, ms. */
  freshness: 'BlockFreshness',
  removedBlocks: 'RemovedBlocks',
  /** Lag of internal transactions behind the head in chain time; not emitted if the node cannot trace. */
  traceLagSeconds: 'TraceLagSeconds',
  /** Blocks left without internal transactions because the node has pruned their state. */
  skippedTraces: 'SkippedTraces',
  /** Final blocks indexed without their contents because the node refused them. */
  refusedBlocks: 'RefusedBlocks',
  /** 1 if the replayed P-Chain state differs from the node's, or can no longer be replayed. */
  stateDiffers: 'StateDiffers',
  /** Interchain messages with an id that does not match their content. */
  teleporterMismatches: 'TeleporterMismatches',
  /** Messenger logs that could not be decoded. */
  teleporterUnreadable: 'TeleporterUnreadable',
  /** Sampled balances that differ from the node's. */
  driftedBalances: 'DriftedBalances',
  /** Wait of a message to a healthy receiver from creation or release to its first attempt, ms. */
  webhookDelay: 'WebhookDelay',
} as const;

/** Usage of a chain since the last report. Log fields, not metrics, because each metric is billed hourly. */
export const USED = { readUnits: 'UsedReadUnits', writeUnits: 'UsedWriteUnits', nodeCalls: 'UsedNodeCalls' } as const;
