import type { FunctionSpec } from '../../core/contract/function';

export const countRequests: FunctionSpec = {
  id: 'CountRequests',
  capability: 'usage',
  file: 'app/workers/count-requests',
  // A busy minute's object contains tens of thousands of requests.
  memoryMb: 512,
  timeoutSeconds: 60,
  owners: ['usage'],
  uses: { reads: ['UsageHour'], writes: ['UsageHour', 'UsageOwner', 'RequestLog'], accessLogs: ['get'] },
  queue: { batchSize: 1, maxConcurrency: 2, fedBy: 'accessLogs' },
};
