import type * as z from 'zod';
import { findChain } from '../../../core/config/runtime';
import { badRequest, notFound } from '../../../core/contract/errors';
import type { Caller } from '../../../core/contract/key-text';
import type { Interval, RpcUsageQuery, UsageGroup } from '../../contract/schemas';
import { MAX_USAGE_POINTS } from '../../contract/usage';
import { pointAt, pointsIn } from '../../domain/points';
import { addTo, countsIn, medianMs, type Sums } from '../../domain/tally';
import { NONE, parseEndpoint } from '../../domain/usage';
import type { Deps } from '../implement';

type Counted = Readonly<Record<UsageGroup, string>>;
type Filters = { readonly [Name in UsageGroup]?: string | undefined };

interface Asked {
  readonly interval: Interval;
  readonly startTimestamp?: number | undefined;
  readonly endTimestamp?: number | undefined;
  readonly groupBy?: UsageGroup | undefined;
  readonly filters: Filters;
}

/** Throws 404 for any `orgId` other than the caller's own. */
export function ownUsage({ ownerId }: Caller, orgId: string | undefined): string {
  if (orgId !== undefined && orgId !== ownerId) throw notFound(`organization ${orgId}`);
  return ownerId;
}

/** A chain may be given by any of its IDs. */
export function filtersIn({ chains }: Pick<Deps, 'chains'>, query: Filters): Filters {
  const { requestPath, responseCode, chainId, apiKeyId, requestType } = query;
  const known = chainId === undefined ? undefined : findChain(chains, chainId)?.chainId;
  return { requestPath, responseCode, chainId: known ?? chainId, apiKeyId, requestType };
}

export const matches = (counted: Counted, filters: Filters): boolean =>
  Object.entries(filters).every(([name, value]) => value === undefined || counted[name as UsageGroup] === value);

/** Throws 400 if the range has too many intervals. */
export async function usageMetrics(
  { UsageHour, now }: Deps<{ reads: ['UsageHour'] }>,
  owner: string,
  { interval, groupBy, filters, ...range }: Asked,
) {
  const seconds = Math.floor(now() / 1_000);
  const { start, end, count } = pointsIn(interval, range, seconds);
  if (count > MAX_USAGE_POINTS)
    throw badRequest('startTimestamp', `the range must have at most ${MAX_USAGE_POINTS} intervals, not ${count}`);
  const points = new Map<number, Map<string, Sums>>();
  for await (const hours of count === 0 ? [] : UsageHour.ofOwner(owner, start / 3_600, end / 3_600 - 1))
    for (const { hour, key: apiKeyId, chain: chainId, tally } of hours) {
      const point = pointAt(interval, hour * 3_600);
      const groups = points.get(point) ?? new Map<string, Sums>();
      for (const [endpoint, responseCode, times] of countsIn(tally)) {
        const { surface: requestType, weight, path: requestPath } = parseEndpoint(endpoint);
        const counted = { requestPath, responseCode, chainId, apiKeyId, requestType };
        if (!matches(counted, filters)) continue;
        const group = groupBy ? counted[groupBy] : NONE;
        groups.set(group, addTo(groups.get(group), Number(responseCode), weight, times));
        points.set(point, groups);
      }
    }
  return [...points]
    .toSorted(([a], [b]) => a - b)
    .map(([timestamp, groups]) => {
      const length = Math.max(1, Math.min(pointAt(interval, timestamp, 1), seconds) - timestamp);
      const values = [...groups]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([groupValue, sums]) => ({ ...(groupBy ? { groupValue } : {}), ...sumsView(sums, length) }));
      return { timestamp, values };
    });
}

export async function rpcUsageMetrics({
  query: { timeInterval: interval, groupBy, chainId, responseCode, ...range },
  caller,
  deps,
}: {
  readonly query: z.output<typeof RpcUsageQuery>;
  readonly caller: Caller;
  readonly deps: Deps<{ reads: ['UsageHour'] }>;
}) {
  const filters = { ...filtersIn(deps, { chainId, responseCode }), requestType: 'rpc' };
  const isRecorded = groupBy === 'responseCode';
  const metrics = await usageMetrics(deps, caller.ownerId, {
    ...range,
    interval,
    filters,
    ...(isRecorded ? { groupBy } : {}),
  });
  const group = groupBy && !isRecorded ? { groupValue: NONE } : {};
  const groupedBy = groupBy ?? ('None' as const);
  return {
    aggregateDuration: interval,
    chainId: chainId ?? 'all',
    metrics: metrics.map(({ timestamp, values }) => ({
      timestamp,
      values: values.map((value) => ({ groupedBy, ...group, ...value })),
    })),
  };
}

const sumsView = ({ requests, successful, invalid, credits, creditsOfInvalid, times }: Sums, seconds: number) => ({
  totalRequests: requests,
  requestsPerSecond: Number((requests / seconds).toPrecision(3)),
  successRatePercent: Number(((100 * successful) / requests).toFixed(2)),
  medianResponseTimeMsecs: medianMs(times),
  invalidRequests: invalid,
  apiCreditsUsed: credits,
  apiCreditsWasted: creditsOfInvalid,
});
