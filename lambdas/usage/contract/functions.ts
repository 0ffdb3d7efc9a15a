import type { FunctionSpec } from '../../core/contract/function';

/** Counts the requests of callers from the access log of the APIs. */
export const countRequests: FunctionSpec = {
  id: 'CountRequests',
  capability: 'usage',
  file: 'app/workers/count-requests',
  // An object of a busy minute has tens of thousands of requests.
  memoryMb: 512,
  timeoutSeconds: 60,
  owners: ['usage'],
  uses: { reads: ['UsageHour'], writes: ['UsageHour', 'UsageOwner', 'RequestLog'], accessLogs: ['get'] },
  queue: { batchSize: 1, maxConcurrency: 2, fedBy: 'accessLogs' },
};
