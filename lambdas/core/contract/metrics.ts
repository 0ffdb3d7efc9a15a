// Shared by the functions, which emit, and lib/, which defines alarms: imports nothing.

/**
 * CloudWatch metrics, with the dimension chainId except for webhooks. Metrics with an alarm are emitted without it too:
 * the lag per group of chains, the others for all chains together.
 */
export const METRIC = {
  namespace: 'ChainData',
  /** Behind the node's head in chain time, or time since the node's last response if longer. */
  lagSeconds: 'LagSeconds',
  /** 1 while a reorg below finality halts the chain, and when a block that the node refuses was skipped. */
  halted: 'Halted',
  /** 1 while a P-Chain node is down, or is on another chain. */
  down: 'NodeDown',
  /** Emitted only while blocks are indexed; log lines have all units (`USED`). */
  writeUnits: 'WriteUnits',
  /** Including retries; the log line counts them by kind. */
  nodeFailures: 'NodeFailures',
  indexedBlocks: 'IndexedBlocks',
  /** From block time (newest block of a batch) to its event, ms. */
  freshness: 'BlockFreshness',
  removedBlocks: 'RemovedBlocks',
  /** Behind the head in chain time; not emitted if the node cannot trace. */
  traceLagSeconds: 'TraceLagSeconds',
  /** Blocks left without internal transactions because the node has pruned their state. */
  skippedTraces: 'SkippedTraces',
  /** Final blocks indexed without contents because the node refused them. */
  refusedBlocks: 'RefusedBlocks',
  /** 1 if the replayed P-Chain state differs from the node's, or can no longer be replayed. */
  stateDiffers: 'StateDiffers',
  /** Interchain messages with an id that does not match their content. */
  teleporterMismatches: 'TeleporterMismatches',
  teleporterUnreadable: 'TeleporterUnreadable',
  driftedBalances: 'DriftedBalances',
  /** Wait of a message to a healthy receiver from creation or release to its first attempt, ms. */
  webhookDelay: 'WebhookDelay',
  /** Messages that were lost, block events that were not matched in time, and webhooks that could not be counted. */
  webhookLosses: 'WebhookLosses',
} as const;

export type MetricName = keyof Omit<typeof METRIC, 'namespace'>;

/** Of metrics other than counts. */
export const UNITS: Partial<Record<MetricName, 'Seconds' | 'Milliseconds'>> = {
  lagSeconds: 'Seconds',
  traceLagSeconds: 'Seconds',
  freshness: 'Milliseconds',
  webhookDelay: 'Milliseconds',
};

/** The dimension `service`; "indexer" of the others. */
export const SERVICES: Partial<Record<MetricName, string>> = {
  webhookDelay: 'webhooks',
  webhookLosses: 'webhooks',
  down: 'node-rpc',
};

/** Since the last report. Log fields, not metrics, because each metric is billed hourly. */
export const USED = { readUnits: 'UsedReadUnits', writeUnits: 'UsedWriteUnits', nodeCalls: 'UsedNodeCalls' } as const;
