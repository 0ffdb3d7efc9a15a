import { countObject } from '../../../lambdas/usage/count-object';
import { requestLogWriter } from '../../../lambdas/usage/rows/request-log';
import { usageHourWriter } from '../../../lambdas/usage/rows/usage-hours';
import { depsWith } from '../endpoints/deps';
import { AT, accessLine, settings } from './records';

export const WALLET = { plan: 'pro', ownerId: 'wallet' } as const;
const rpc = { resourcePath: '/ext/bc/P', path: '/live/ext/bc/P', httpMethod: 'POST' };
const other = { 'authorizer.ownerId': 'other' };

/** One of the wallet's chain requests failed; others are throttled, without a chain, RPC, or 40 days old. */
export async function usageWorld() {
  const made = await depsWith();
  const deps = { hours: usageHourWriter(made.table), log: requestLogWriter(made.table), settings };
  const count = (name: string, ...lines: string[]) => countObject(name, lines.join(''), deps);
  await count(
    'one',
    accessLine({ requestId: 'r1', responseLatency: 10 }),
    accessLine({ requestId: 'r2', responseLatency: 11, requestTimeEpoch: AT + 1 }),
    accessLine({ requestId: 'r3', status: 500, responseLatency: 3_000, requestTimeEpoch: AT + 2 }),
    accessLine({ requestId: 'r4', status: 429, responseLatency: 1, requestTimeEpoch: AT + 3 }),
    accessLine({ requestId: 'r5', ...rpc, requestTimeEpoch: AT + 4 }, 'rpc'),
    accessLine({ requestId: 'o1', ...other }),
  );
  await count(
    'two',
    accessLine({
      requestId: 'r0',
      requestTimeEpoch: AT - 3_600_000,
      resourcePath: '/v1/chains',
      path: '/live/v1/chains',
      'identity.apiKeyId': 'second',
    }),
    accessLine({ requestId: 'old', requestTimeEpoch: AT - 40 * 86_400_000 }),
  );
  return made;
}
