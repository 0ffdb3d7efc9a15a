import type { RuntimeConfig } from '../../../core/contract/config';
import { ApiError } from '../../../core/contract/errors';
import type { Caller } from '../../../core/contract/key-text';
import { secondsLeftOfDay } from '../../../core/domain/day';
import type { Deps } from '../implement';

/** The limits of the caller's plan. Throws 403 if it allows no webhooks at all. */
export function webhookLimits(
  { limits }: Pick<Deps, 'limits'>,
  { plan }: Caller,
): RuntimeConfig['limits'][Caller['plan']] {
  const own = limits[plan];
  if (own.webhooks === 0 || own.webhookAddresses === 0)
    throw new ApiError(403, `the plan ${plan} has no webhooks: ask for a key of a larger plan`);
  return own;
}

/**
 * Throws 403 if one more active webhook would exceed the plan, before anything is written for it. Another request may
 * still come between: what holds the limit is the write of the webhook itself.
 */
export async function checkWebhookQuota(deps: Deps<{ writes: ['WebhookCount'] }>, caller: Caller): Promise<void> {
  const { webhooks } = webhookLimits(deps, caller);
  if (!(await deps.write.WebhookCount.hasRoom(caller.ownerId, webhooks))) throw tooManyWebhooks(deps, caller);
}

/** A 403: one more active webhook exceeds the plan. */
export const tooManyWebhooks = (deps: Pick<Deps, 'limits'>, caller: Caller): ApiError =>
  new ApiError(
    403,
    `the plan ${caller.plan} allows ${webhookLimits(deps, caller).webhooks} active webhooks: turn one off, or ask for a larger plan`,
  );

/** A 403: the addresses exceed the plan. */
export const tooManyAddresses = (deps: Pick<Deps, 'limits'>, caller: Caller): ApiError =>
  new ApiError(
    403,
    `the plan ${caller.plan} allows ${webhookLimits(deps, caller).webhookAddresses} addresses a webhook: remove some, or ask for a larger plan`,
  );

/** How many messages the caller's replays may queue in a day. Throws 403 if the plan allows none at all. */
export function replayLimit(
  deps: Pick<Deps, 'limits'>,
  caller: Caller,
): { readonly owner: string; readonly max: number } {
  const { webhookReplays: max } = webhookLimits(deps, caller);
  if (max === 0) throw new ApiError(403, `the plan ${caller.plan} has no replays: ask for a key of a larger plan`);
  return { owner: caller.ownerId, max };
}

/** A 429: the day's replays are used up. */
export const tooManyReplays = (deps: Pick<Deps, 'limits' | 'now'>, caller: Caller): ApiError =>
  new ApiError(
    429,
    `the plan ${caller.plan} allows ${replayLimit(deps, caller).max} messages a day to be sent again: go on tomorrow (UTC), or ask for a larger plan`,
    { retryAfterSeconds: secondsLeftOfDay(deps.now()) },
  );
