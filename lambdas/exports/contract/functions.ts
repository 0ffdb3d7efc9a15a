import type { FunctionSpec } from '../../core/contract/function';
import { PART_SECONDS } from './exports';

/** Starts the state machine of an operation that was asked for. */
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
      impact: 'Users who asked for an export wait for it to begin.',
      runbook: 'exports-fail-or-wait',
    },
  },
};

/** Reads the next rows of an export and stores them as a part. The state machine runs it until there are no more. */
export const writePart: FunctionSpec = {
  id: 'WritePart',
  capability: 'exports',
  file: 'exports/workers/write-part',
  memoryMb: 1_024,
  // Half a minute to find where it begins, and as much to store what it has.
  timeoutSeconds: PART_SECONDS + 60,
  step: { atOnce: 10 },
  owners: ['operations'],
  uses: {
    reads: [
      ...(['Operation', 'Block', 'AddressChain', 'AddressTx', 'AddressErc20', 'AddressErc721'] as const),
      ...(['AddressErc1155', 'AddressInternal', 'Token'] as const),
      ...(['PNetwork', 'PBlock', 'PTx', 'PTxOf', 'PUtxo', 'PUtxoOf'] as const),
      ...(['PStakeOf', 'PReward', 'PValidator'] as const),
    ],
    writes: ['Operation'],
    parts: ['put'],
  },
};

/** Joins the parts of an export into its file. */
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

/** Ends an operation that failed, and tells the webhook that was asked for how an operation ended. */
export const settleExport: FunctionSpec = {
  id: 'SettleExport',
  capability: 'exports',
  file: 'app/workers/settle-export',
  memoryMb: 256,
  timeoutSeconds: 30,
  step: { atOnce: 2 },
  owners: ['operations', 'webhooks'],
  uses: {
    reads: ['Operation'],
    writes: ['Operation', 'RunningOperations', 'Message', 'OutboxEntry', 'PendingWebhook'],
    sends: ['deliveries'],
  },
};
