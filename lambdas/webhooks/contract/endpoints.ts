import * as z from 'zod';
import { endpoint } from '../../core/contract/endpoint';
import { READ_UNITS } from '../../core/contract/read-units';
import { IdempotencyKey, Paging } from '../../core/contract/schemas/params';
import { IDEMPOTENCY_DAYS } from './delivery';
import { byId, ofOwner } from './of-owner';
import { WebhookStatus } from './schemas/webhook-fields';
import { WebhookMessage } from './schemas/webhook-messages';
import { AddressesChange, CreateWebhookRequest, UpdateWebhook } from './schemas/webhook-requests';
import { ListWebhookAddresses, ListWebhooks, Webhook } from './schemas/webhooks';

const watching = {
  readUnits: READ_UNITS.watch,
  uses: {
    reads: ['Cursor', 'Webhook', 'WatchedAddresses', 'Subscription', 'AddressShard'],
    writes: ['Webhook', 'WatchedAddresses', 'Subscription', 'AddressShard', 'ShardVersions'],
  },
} as const;
const switching = {
  readUnits: READ_UNITS.watch,
  uses: { reads: [...watching.uses.reads, 'WebhookCount'], writes: [...watching.uses.writes, 'WebhookCount'] },
} as const;

export const createWebhook = endpoint({
  ...ofOwner,
  readUnits: READ_UNITS.watch,
  uses: {
    reads: [...switching.uses.reads, 'PNetwork', 'WebhookRequest'],
    writes: [...switching.uses.writes, 'WebhookRequest'],
  },
  method: 'POST',
  id: 'createWebhook',
  path: '/v1/webhooks',
  summary: 'Create a webhook',
  description:
    'Watches wallets and contracts of one chain, interchain messages, or addresses or validators of a P-Chain, from the first block indexed after this response. The URL must be https. The plan limits the number of webhooks and addresses. Active webhooks count, and so do webhooks that the service disabled until their owner deactivates them.',
  weight: 20,
  success: 201,
  params: z.object({}),
  requestHeaders: z.object({
    'idempotency-key': IdempotencyKey.optional().meta({
      description: `Any text of yours. For ${IDEMPOTENCY_DAYS} days, a request with the same key returns the webhook of the first request instead of creating another; with a different body it is rejected with 400.`,
      example: '8e03978e-40d5-43e8-bc93-6894a57f9324',
    }),
  }),
  body: CreateWebhookRequest,
  response: Webhook,
});

export const listWebhooks = endpoint({
  ...ofOwner,
  method: 'GET',
  id: 'listWebhooks',
  readUnits: READ_UNITS.large,
  path: '/v1/webhooks',
  summary: 'List webhooks, oldest first',
  description:
    'The webhooks of the key’s owner. Inactive ones stay in the list for 90 days. At most 500 addresses of each are shown; `/v1/webhooks/{id}/addresses` lists all. `status`, `disabledReason` and `disabledAt` show a webhook that the service disabled, `health` one with failing messages.',
  weight: 10,
  uses: { reads: ['Webhook', 'WatchedAddresses', 'WebhookHealth'] },
  params: z.object({}),
  query: z.object({ ...Paging, status: WebhookStatus.optional() }),
  response: ListWebhooks,
});

export const getWebhook = endpoint({
  ...ofOwner,
  ...byId,
  method: 'GET',
  id: 'getWebhook',
  path: '/v1/webhooks/{id}',
  summary: 'Get a webhook',
  description: 'Includes the health of its receiver once a message has been sent.',
  weight: 10,
  uses: { reads: ['Webhook', 'WatchedAddresses', 'WebhookHealth'] },
  response: Webhook,
});

export const updateWebhook = endpoint({
  ...ofOwner,
  ...byId,
  ...switching,
  method: 'PATCH',
  id: 'updateWebhook',
  path: '/v1/webhooks/{id}',
  summary: 'Update or reactivate a webhook',
  description:
    'Omitted fields keep their values; chain, event type and metadata cannot be changed. An inactive webhook is deleted after 90 days unless it is reactivated. Setting status to inactive is the same as DELETE.',
  weight: 20,
  body: UpdateWebhook,
  response: Webhook,
});

export const deactivateWebhook = endpoint({
  ...ofOwner,
  ...byId,
  ...switching,
  method: 'DELETE',
  id: 'deactivateWebhook',
  path: '/v1/webhooks/{id}',
  summary: 'Deactivate a webhook',
  description:
    'The webhook stays visible as inactive and can be reactivated within 90 days; then it is deleted with its addresses. It no longer counts towards the plan.',
  weight: 20,
  response: Webhook,
});

export const getAddressesFromWebhook = endpoint({
  ...ofOwner,
  ...byId,
  method: 'GET',
  id: 'getAddressesFromWebhook',
  path: '/v1/webhooks/{id}/addresses',
  summary: 'List the addresses of a webhook',
  weight: 20,
  uses: { reads: ['Webhook', 'WatchedAddresses'] },
  query: z.object({ ...Paging }),
  response: ListWebhookAddresses,
});

export const addAddressesToWebhook = endpoint({
  ...ofOwner,
  ...byId,
  ...watching,
  method: 'PATCH',
  id: 'addAddressesToWebhook',
  path: '/v1/webhooks/{id}/addresses',
  summary: 'Add addresses to a webhook',
  description: 'Addresses that are already watched are ignored.',
  weight: 20,
  body: AddressesChange,
  response: Webhook,
});

export const removeAddressesFromWebhook = endpoint({
  ...ofOwner,
  ...byId,
  ...watching,
  method: 'DELETE',
  id: 'removeAddressesFromWebhook',
  path: '/v1/webhooks/{id}/addresses',
  summary: 'Remove addresses from a webhook',
  description: 'Addresses that are not watched are ignored.',
  weight: 20,
  body: AddressesChange,
  response: Webhook,
});

export const testWebhook = endpoint({
  ...ofOwner,
  ...byId,
  method: 'POST',
  id: 'testWebhook',
  path: '/v1/webhooks/{id}/test',
  summary: 'Send a test message',
  description:
    'Signed and delivered like any other message, with the webhook’s settings. Its messageId begins with test_, and its transaction is made up. An extension of this service.',
  weight: 20,
  success: 201,
  uses: {
    reads: ['Cursor', 'Webhook', 'FeedProgress'],
    writes: ['Message', 'OutboxEntry', 'PendingWebhook', 'FeedEntry', 'FeedProgress'],
    queue: 'deliveries',
  },
  response: WebhookMessage,
});
