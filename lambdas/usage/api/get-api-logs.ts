import { lambdaVariables } from '../../core/contract/env';
import { getApiLogs } from '../contract/endpoints';
import { NONE, parseEndpoint } from '../domain/usage';
import { implement } from './implement';
import { filtersIn, matches, ownUsage } from './shared/usage';

export const handler = implement(getApiLogs, async ({ query, page, caller, deps }) => {
  const { orgId, startTimestamp, endTimestamp } = query;
  const owner = ownUsage(caller, orgId);
  // All pages of a list end at the same time. Clamped, as a caller may have edited the page token.
  const now = typeof page.cut === 'number' ? Math.max(0, Math.min(page.cut, deps.now())) : deps.now();
  const from = (startTimestamp ?? 0) * 1_000;
  const to = endTimestamp === undefined ? now : endTimestamp * 1_000;
  const filters = filtersIn(deps, query);
  const { values, next } = await deps.page([deps.RequestLog.ofOwner(owner, from, to)], {
    ...page,
    ascending: false,
    keep: ({ at, endpoint, status, chain: chainId, keyId: apiKeyId }) => {
      const { surface: requestType, path: requestPath } = parseEndpoint(endpoint);
      const counted = { requestPath, responseCode: String(status), chainId, apiKeyId, requestType };
      return at >= from && at < to && matches(counted, filters);
    },
  });
  return {
    orgId: owner,
    logs: values.map(({ requestId, at, keyId, path, endpoint, ms, status, chain, ip, host }) => {
      const { surface, weight } = parseEndpoint(endpoint);
      return {
        orgId: owner,
        logId: requestId,
        eventTimestamp: Math.floor(at / 1_000),
        apiKeyId: keyId,
        apiKeyAlias: keyId,
        hostRegion: lambdaVariables().AWS_REGION ?? '',
        requestType: surface,
        requestPath: path,
        apiCreditsConsumed: weight,
        requestDurationMsecs: ms,
        responseCode: status,
        ...(chain === NONE ? {} : { chainId: chain }),
        metadata: { ipAddress: ip, host, userAgent: '' },
      };
    }),
    ...page.token(next, now),
  };
});
