import type { WebhookHealth } from '../contract/schemas/webhook-fields';
import type { Webhook } from '../contract/schemas/webhooks';
import { getState, type Health } from '../domain/health';
import type { WebhookRecord } from '../domain/webhook';
import { registrationFor } from '../kinds/registrations';

interface Options {
  readonly max?: number;
  readonly health?: Health | undefined;
}

export function webhookView(
  record: WebhookRecord,
  addresses: readonly string[],
  { max = addresses.length, health }: Options = {},
): Webhook {
  const { id, url, chain, active, createdAt, name, description, disabledReason, disabledAt, confirmations } = record;
  const { removals, headers, delivery, order } = record;
  const shared = {
    id,
    url: url ?? '',
    chainId: chain,
    status: active ? ('active' as const) : ('inactive' as const),
    ...(disabledReason === undefined ? {} : { disabledReason }),
    createdAt,
    name,
    description,
  };
  return {
    ...registrationFor(record).view(shared, record, addresses.slice(0, max)),
    ...(delivery === undefined ? {} : { delivery }),
    ...(order === undefined ? {} : { order }),
    ...(disabledAt === undefined ? {} : { disabledAt }),
    ...(confirmations === undefined ? {} : { confirmations }),
    ...(removals === undefined ? {} : { removals }),
    ...(headers ? { headerNames: Object.keys(headers).toSorted() } : {}),
    ...healthView(health),
  };
}

function healthView(health: Health | undefined): { health?: WebhookHealth } {
  const state = health && getState(health);
  if (!health || !state) return {};
  const { failures, lastSuccessAt, nextTryAt, latencyMs, lastFailedAt } = health;
  return {
    health: {
      state,
      failuresInARow: failures,
      ...(lastSuccessAt === undefined ? {} : { lastSuccessAt }),
      ...(nextTryAt === undefined ? {} : { nextTryAt }),
      ...(latencyMs === undefined ? {} : { latencyMs }),
      ...(lastFailedAt === undefined ? {} : { lastFailedAt }),
    },
  };
}
