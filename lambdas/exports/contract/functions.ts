import type { FunctionSpec } from '../../core/contract/function';
import { PART_SECONDS } from './exports';

export const startExport: FunctionSpec = {
  id: 'StartExport',
  capability: 'exports',
  file: 'exports/workers/start-export',
  memoryMb: 256,
  timeoutSeconds: 30,
  owners: [],
  uses: { startsExports: true },
  queue: {
    name: 'exports',
    batchSize: 10,
    maxConcurrency: 2,
    late: {
      afterSeconds: 300,
      impact: 'Users wait for their exports to start.',
      runbook: 'exports-fail-or-wait',
    },
  },
};

export const writePart: FunctionSpec = {
  id: 'WritePart',
  capability: 'exports',
  file: 'exports/workers/write-part',
  memoryMb: 1_024,
  // Half a minute to find the start, and half a minute to store the part.
  timeoutSeconds: PART_SECONDS + 60,
  step: { atOnce: 10 },
  owners: ['operations'],
  uses: {
    reads: [
      ...(['Operation', 'Cursor', 'Block', 'AddressChain', 'AddressTx', 'AddressErc20', 'AddressErc721'] as const),
      ...(['AddressErc1155', 'AddressInternal', 'Token'] as const),
      ...(['PNetwork', 'PBlock', 'PTx', 'PTxOf', 'PUtxo', 'PUtxoOf'] as const),
      ...(['PStakeOf', 'PReward', 'PValidator'] as const),
    ],
    writes: ['Operation'],
    parts: ['put'],
  },
};

export const mergeParts: FunctionSpec = {
  id: 'MergeParts',
  capability: 'exports',
  file: 'exports/workers/merge-parts',
  memoryMb: 1_024,
  timeoutSeconds: 900,
  step: { atOnce: 2 },
  owners: ['operations'],
  uses: { reads: ['Operation'], writes: ['Operation', 'RunningOperations'], parts: ['get'], files: ['put'] },
};

export const settleExport: FunctionSpec = {
  id: 'SettleExport',
  capability: 'exports',
  file: 'app/workers/settle-export',
  memoryMb: 256,
  timeoutSeconds: 30,
  step: { atOnce: 2 },
  owners: ['operations', 'webhooks'],
  uses: {
    reads: ['Operation', 'Webhook', 'FeedProgress'],
    writes: [
      ...(['Operation', 'RunningOperations'] as const),
      ...(['Message', 'OutboxEntry', 'PendingWebhook', 'FeedEntry', 'FeedProgress'] as const),
    ],
    sends: ['deliveries'],
  },
};
