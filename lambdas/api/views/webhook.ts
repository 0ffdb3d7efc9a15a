import type { Webhook } from '../../contract/schemas/webhooks';
import type { WebhookRecord } from '../../domain/webhooks/webhook';
import { registrationFor } from '../../webhooks/kinds/registrations';

/** A webhook with the addresses that it watches, up to `max` of them. */
export function webhookView(record: WebhookRecord, addresses: readonly string[], max = addresses.length): Webhook {
  const { id, url, chain, active, createdAt, name, description, disabledReason, confirmations, removals, headers } =
    record;
  const shared = {
    id,
    url,
    chainId: chain,
    status: active ? ('active' as const) : ('inactive' as const),
    ...(disabledReason === undefined ? {} : { disabledReason }),
    createdAt,
    name,
    description,
    ...(confirmations === undefined ? {} : { confirmations }),
  };
  return {
    ...registrationFor(record).view(shared, record, addresses.slice(0, max)),
    ...(removals === undefined ? {} : { removals }),
    ...(headers ? { headerNames: Object.keys(headers).toSorted() } : {}),
  };
}
