import type { Deps } from '../../adapters/deps';
import type { RuntimeConfig } from '../../contract/config';
import { ApiError } from '../../contract/errors';
import type { Caller } from '../../contract/key-text';

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

/** Throws 403 if one more active webhook would exceed the plan. */
export async function checkWebhookQuota(deps: Deps<{ reads: ['Webhook'] }>, caller: Caller): Promise<void> {
  const { webhooks } = webhookLimits(deps, caller);
  if ((await deps.Webhook.countActive(caller.ownerId, webhooks)) >= webhooks)
    throw new ApiError(
      403,
      `the plan ${caller.plan} allows ${webhooks} active webhooks: turn one off, or ask for a larger plan`,
    );
}

/** A 403: the addresses exceed the plan. */
export const tooManyAddresses = (deps: Pick<Deps, 'limits'>, caller: Caller): ApiError =>
  new ApiError(
    403,
    `the plan ${caller.plan} allows ${webhookLimits(deps, caller).webhookAddresses} addresses a webhook: remove some, or ask for a larger plan`,
  );
