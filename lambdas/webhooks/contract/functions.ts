import type { FunctionSpec } from '../../core/contract/function';

/**
 * A receiver should not wait three minutes because a function was killed. The event source's maximum concurrency keeps
 * it from being throttled.
 */
const VISIBILITY_SECONDS = 60;

/** What messages about a P-chain are made of. */
const P_CHAIN = ['PNetwork', 'PBlock', 'PTx', 'PUtxoOf', 'PL1Validator', 'PL1Change'] as const;

/** Turns blocks into the messages of the webhooks that they concern. */
export const match: FunctionSpec = {
  id: 'Match',
  capability: 'webhooks',
  file: 'webhooks/workers/match',
  memoryMb: 512,
  timeoutSeconds: 30,
  owners: ['webhooks'],
  uses: {
    reads: [
      ...(['ShardVersions', 'AddressShard', 'Subscription', 'Webhook', 'Block', 'BlockRecord'] as const),
      ...(['BlockMessages', 'Revocation', 'HeldMessage', 'Message', 'WebhookHealth'] as const),
      ...(['TeleporterMessage', 'WatchedAddresses', ...P_CHAIN] as const),
    ],
    writes: ['Message', 'OutboxEntry', 'PendingWebhook', 'BlockMessages', 'Revocation', 'HeldMessage'],
    sends: ['deliveries', 'matches'],
    raw: ['get'],
    traces: ['get'],
  },
  queue: {
    name: 'matches',
    batchSize: 10,
    maxConcurrency: 10,
    visibilitySeconds: VISIBILITY_SECONDS,
    late: {
      afterSeconds: 300,
      impact: 'Users receive webhooks minutes late: blocks wait to be matched.',
      runbook: 'webhooks-are-late',
    },
    blockEvents: { ruleId: 'BlocksToMatch', kinds: ['added', 'removed', 'traced'] },
  },
};

/** Sends messages to their receivers. */
export const send: FunctionSpec = {
  id: 'Send',
  capability: 'webhooks',
  file: 'webhooks/workers/send',
  memoryMb: 512,
  // It takes messages for 15 seconds; then a receiver may take ten, and the rest is for the table and the bucket.
  timeoutSeconds: 45,
  owners: ['webhooks'],
  uses: {
    reads: [
      ...(['Webhook', 'WatchedAddresses', 'WebhookSecret', 'OwnSecret', 'WebhookHealth', 'Token'] as const),
      ...(['Message', 'OutboxEntry', 'PendingWebhook', ...P_CHAIN] as const),
    ],
    // A webhook whose receiver answers 410 is turned off, and expires with its addresses.
    writes: [
      ...(['Webhook', 'WatchedAddresses', 'WebhookSecret', 'WebhookHealth'] as const),
      ...(['Message', 'OutboxEntry', 'PendingWebhook'] as const),
    ],
    sends: ['deliveries'],
    raw: ['get'],
    traces: ['get'],
  },
  queue: {
    name: 'deliveries',
    batchSize: 10,
    maxConcurrency: 50,
    visibilitySeconds: VISIBILITY_SECONDS,
    late: {
      afterSeconds: 300,
      impact: 'Users receive webhooks minutes late.',
      runbook: 'webhooks-are-late',
    },
  },
  alarms: [
    {
      // The age of the queue says nothing of messages that wait in outboxes.
      id: 'MessagesLate',
      scope: 'service',
      metric: 'webhookDelay',
      threshold: 300_000,
      minutes: 5,
      impact: 'Users whose receivers are well receive webhooks minutes after their blocks.',
      runbook: 'webhooks-are-late',
    },
  ],
};

/** Queues messages again that a caller asked for. */
export const replay: FunctionSpec = {
  id: 'Replay',
  capability: 'webhooks',
  file: 'webhooks/workers/replay',
  memoryMb: 256,
  timeoutSeconds: 30,
  owners: ['webhooks'],
  uses: {
    reads: ['Webhook', 'Message', 'ReplayCount'],
    writes: ['ReplayEntry', 'ReplayCount', 'PendingWebhook', 'PendingReplays'],
    sends: ['deliveries', 'replays'],
  },
  queue: {
    name: 'replays',
    batchSize: 1,
    maxConcurrency: 2,
    late: {
      afterSeconds: 900,
      impact: 'Users who asked for messages to be sent again wait for them.',
      runbook: 'webhooks-are-late',
    },
  },
};

/** Picks up each minute what was lost or waits: webhooks with due messages, and exports that were not started. */
export const sweep: FunctionSpec = {
  id: 'Sweep',
  capability: 'webhooks',
  file: 'app/workers/sweep',
  memoryMb: 256,
  timeoutSeconds: 50,
  owners: ['operations'],
  uses: {
    reads: ['PendingWebhook', 'StartingOperation'],
    writes: ['StartingOperation'],
    sends: ['deliveries'],
    startsExports: true,
  },
  schedule: {
    id: 'EachMinute',
    scope: 'service',
    rate: 'rate(1 minute)',
    description: 'Sends webhook messages that are due again, and starts exports that were not started',
  },
  alarms: [
    {
      id: 'SweepFailed',
      scope: 'service',
      metric: 'errors',
      threshold: 1,
      minutes: 5,
      impact: 'Messages for receivers that were down wait, and exports may not begin.',
      runbook: 'webhooks-are-late',
    },
  ],
};
