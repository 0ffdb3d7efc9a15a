import type { RuntimeConfig } from '../../../core/contract/config';
import { ApiError } from '../../../core/contract/errors';
import type { Caller } from '../../../core/contract/key-text';
import { secondsLeftOfDay } from '../../../core/domain/day';
import type { Deps } from '../implement';

/** Throws 403 if the plan includes no webhooks. */
export function webhookLimits(
  { limits }: Pick<Deps, 'limits'>,
  { plan }: Caller,
): RuntimeConfig['limits'][Caller['plan']] {
  const own = limits[plan];
  if (own.webhooks === 0 || own.webhookAddresses === 0)
    throw new ApiError(403, `the plan ${plan} does not include webhooks: ask for a key of a larger plan`);
  return own;
}

/** Throws 403 before anything is written. Requests may race: the write of the webhook enforces the limit. */
export async function checkWebhookQuota(deps: Deps<{ writes: ['WebhookCount'] }>, caller: Caller): Promise<void> {
  const { webhooks } = webhookLimits(deps, caller);
  if (!(await deps.write.WebhookCount.hasRoom(caller.ownerId, webhooks))) throw tooManyWebhooks(deps, caller);
}

export const tooManyWebhooks = (deps: Pick<Deps, 'limits'>, caller: Caller): ApiError =>
  new ApiError(
    403,
    `the plan ${caller.plan} allows ${webhookLimits(deps, caller).webhooks} active webhooks: turn one off, or ask for a larger plan`,
  );

export const tooManyAddresses = (deps: Pick<Deps, 'limits'>, caller: Caller): ApiError =>
  new ApiError(
    403,
    `the plan ${caller.plan} allows ${webhookLimits(deps, caller).webhookAddresses} addresses per webhook: remove some, or ask for a larger plan`,
  );

/** Messages per day. Throws 403 if the plan includes no replays. */
export function replayLimit(
  deps: Pick<Deps, 'limits'>,
  caller: Caller,
): { readonly owner: string; readonly max: number } {
  const { webhookReplays: max } = webhookLimits(deps, caller);
  if (max === 0)
    throw new ApiError(403, `the plan ${caller.plan} does not include replays: ask for a key of a larger plan`);
  return { owner: caller.ownerId, max };
}

export const tooManyReplays = (deps: Pick<Deps, 'limits' | 'now'>, caller: Caller): ApiError =>
  new ApiError(
    429,
    `the plan ${caller.plan} allows ${replayLimit(deps, caller).max} messages a day to be sent again: go on tomorrow (UTC), or ask for a larger plan`,
    { retryAfterSeconds: secondsLeftOfDay(deps.now()) },
  );
