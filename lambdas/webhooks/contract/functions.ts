import type { FunctionSpec } from '../../core/contract/function';
import { P_CHAIN } from './content';

// Below AWS's advice of six timeouts, so that a killed function does not delay a receiver by minutes. Safe because the
// event source's maximum concurrency prevents throttling.
const VISIBILITY_SECONDS = 60;

export const match: FunctionSpec = {
  id: 'Match',
  capability: 'webhooks',
  file: 'webhooks/workers/match',
  memoryMb: 512,
  timeoutSeconds: 30,
  owners: ['webhooks'],
  uses: {
    reads: [
      ...(['ShardVersions', 'AddressShard', 'Subscription', 'Webhook', 'Cursor', 'Block', 'BlockRecord'] as const),
      ...(['BlockMessages', 'Revocation', 'HeldMessage', 'Message', 'WebhookHealth'] as const),
      ...(['TeleporterMessage', 'WatchedAddresses', ...P_CHAIN] as const),
      ...(['TracesClaim', 'FeedEntry', 'FeedProgress'] as const),
    ],
    writes: [
      ...(['Message', 'OutboxEntry', 'PendingWebhook', 'BlockMessages', 'Revocation', 'HeldMessage'] as const),
      ...(['TracesClaim', 'FeedEntry', 'FeedProgress', 'AuditedWebhook'] as const),
    ],
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
      impact: 'Users receive webhooks minutes late: blocks are waiting to be matched.',
      runbook: 'webhooks-are-late',
    },
    blockEvents: { ruleId: 'BlocksToMatch', kinds: ['added', 'removed', 'traced', 'due'] },
  },
};

export const send: FunctionSpec = {
  id: 'Send',
  capability: 'webhooks',
  file: 'webhooks/workers/send',
  memoryMb: 512,
  // 15 seconds of taking messages, ten for the last receiver, the rest for the table and the bucket.
  timeoutSeconds: 45,
  owners: ['webhooks'],
  uses: {
    reads: [
      ...(['Webhook', 'WatchedAddresses', 'WebhookSecret', 'OwnSecret', 'WebhookHealth', 'Token'] as const),
      ...(['Cursor', 'Message', 'OutboxEntry', 'PendingWebhook', ...P_CHAIN] as const),
      ...(['FeedEntry', 'FeedProgress', 'SentUpTo'] as const),
    ],
    // A receiver's 410 disables its webhook, which then expires with its addresses.
    writes: [
      ...(['Webhook', 'WatchedAddresses', 'WebhookSecret', 'WebhookHealth'] as const),
      ...(['Message', 'OutboxEntry', 'PendingWebhook', 'SentUpTo'] as const),
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
      // The queue's age does not cover messages that wait in outboxes.
      id: 'MessagesLate',
      scope: 'service',
      metric: 'webhookDelay',
      threshold: 300_000,
      minutes: 5,
      impact: 'Users with healthy receivers get webhooks minutes after their blocks.',
      runbook: 'webhooks-are-late',
    },
  ],
};

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
      impact: 'Users wait for replays that they requested.',
      runbook: 'webhooks-are-late',
    },
  },
};

export const audit: FunctionSpec = {
  id: 'Audit',
  capability: 'webhooks',
  file: 'webhooks/workers/audit',
  memoryMb: 512,
  timeoutSeconds: 900,
  owners: ['webhooks'],
  uses: {
    reads: ['AuditedWebhook', 'CountedWindow', 'Webhook', 'FeedEntry', 'FeedProgress', 'Message'],
    writes: ['CountedWindow', 'FeedProgress'],
  },
  schedule: {
    id: 'EachHour',
    scope: 'service',
    rate: 'rate(1 hour)',
    description: 'Counts webhook messages, and looks for lost ones',
  },
  alarms: [
    {
      id: 'MessagesLost',
      scope: 'service',
      metric: 'webhookLosses',
      threshold: 1,
      impact: 'Users may miss webhook messages: some were lost, or blocks were not matched in time.',
      runbook: 'webhook-messages-are-lost',
    },
  ],
};

/** Also starts exports that were not started. */
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
    description: 'Sends webhook messages due for a retry, and starts exports that were not started',
  },
  alarms: [
    {
      id: 'SweepFailed',
      scope: 'service',
      metric: 'errors',
      threshold: 1,
      minutes: 5,
      impact: 'Messages to receivers that were down are not retried, and exports may not start.',
      runbook: 'webhooks-are-late',
    },
  ],
};
