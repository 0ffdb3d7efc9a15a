import type { Deps } from '../../adapters/deps';
import type { RuntimeConfig } from '../../contract/config';
import { ApiError, badRequest, notFound } from '../../contract/errors';
import { isPublicLiteral } from '../../domain/public-address';
import type { WebhookRecord } from '../../domain/webhooks/webhook';
import type { Caller } from '../../http/implement';

/** The caller's webhook. Throws 404 where it has none of this id: another owner's is none. */
export async function ownWebhook(
  deps: Pick<Deps<{ reads: ['Webhook'] }>, 'Webhook'>,
  { ownerId }: Caller,
  { id }: { readonly id: string },
): Promise<WebhookRecord> {
  const found = await deps.Webhook.find(ownerId, id);
  if (!found) throw notFound(`Webhook ${id}`);
  return found;
}

/** What the caller's plan allows. Throws 403 where it allows no webhooks at all. */
export function webhookLimits(
  { limits }: Pick<Deps, 'limits'>,
  { plan }: Caller,
): RuntimeConfig['limits'][Caller['plan']] {
  const own = limits[plan];
  if (own.webhooks === 0 || own.webhookAddresses === 0)
    throw new ApiError(403, `the plan ${plan} has no webhooks: ask for a key of a larger plan`);
  return own;
}

/** Throws 403 where one more active webhook would be too many. */
export async function checkRoom(deps: Deps<{ reads: ['Webhook'] }>, caller: Caller): Promise<void> {
  const { webhooks } = webhookLimits(deps, caller);
  if ((await deps.Webhook.countActive(caller.ownerId, webhooks)) >= webhooks)
    throw new ApiError(
      403,
      `the plan ${caller.plan} allows ${webhooks} active webhooks: turn one off, or ask for a larger plan`,
    );
}

/** 403, of addresses. */
export const tooManyAddresses = (deps: Deps, caller: Caller): ApiError =>
  new ApiError(
    403,
    `the plan ${caller.plan} allows ${webhookLimits(deps, caller).webhookAddresses} addresses a webhook: remove some, or ask for a larger plan`,
  );

/**
 * Throws 400 where a URL can be told to be no receiver. What its name resolves to is checked whenever it is sent to: it
 * may change at any time.
 */
export function checkReceiver({ webhookLoopback }: Deps, given: string): void {
  const url = new URL(given);
  const local =
    webhookLoopback && url.protocol === 'http:' && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  if (local) return;
  if (url.protocol !== 'https:') throw badRequest('url', 'must be an https URL');
  if (url.username || url.password) throw badRequest('url', 'must have no user name and no password');
  if (!isPublicLiteral(url.hostname)) throw badRequest('url', `${url.hostname} is not on the public internet`);
}
