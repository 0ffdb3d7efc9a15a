import * as z from 'zod';
import { endpoint } from '../../core/contract/endpoint';
import { READ_UNITS } from '../../core/contract/read-units';
import { Empty } from '../../core/contract/schemas/fields';
import { Flag, IdempotencyKey, Paging } from '../../core/contract/schemas/params';
import { WebhookId } from '../../core/contract/schemas/webhook-id';
import { IDEMPOTENCY_DAYS } from './delivery';
import { WebhookStatus } from './schemas/webhook-fields';
import { ListWebhookMessages, MessageId, MessageStatus, WebhookMessage } from './schemas/webhook-messages';
import { AddressesChange, CreateWebhookRequest, ReplayRange, UpdateWebhook } from './schemas/webhook-requests';
import { ListWebhookAddresses, ListWebhooks, ReplayAccepted, SharedSecret, Webhook } from './schemas/webhooks';

const ofOwner = { access: 'key', tag: 'Webhooks', readUnits: READ_UNITS.page, query: z.object({}) } as const;
const byId = { params: z.object({ id: WebhookId }) };
/** Shared by endpoints that change what a webhook watches. */
const watching = {
  readUnits: READ_UNITS.watch,
  uses: {
    reads: ['Cursor', 'Webhook', 'WatchedAddresses', 'Subscription', 'AddressShard'],
    writes: ['Webhook', 'WatchedAddresses', 'Subscription', 'AddressShard', 'ShardVersions'],
  },
} as const;
/** Shared by endpoints that make a new secret. A flag of the query: who sends no body needs no content type. */
const rotating = {
  query: z.object({
    immediate: Flag.optional().meta({
      description:
        'true: the secret before signs nothing any more, where it would sign beside the new one for 24 hours. For a secret that has leaked; until its receiver has the new one, it cannot verify messages.',
    }),
  }),
} as const;
/** Shared by endpoints that turn a webhook on or off. */
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
    'It watches wallets and contracts of one chain, messages between chains, or addresses or validators of a P-chain, from the first block indexed after this answer. The URL must be https. How many webhooks and addresses there may be is a matter of the plan. Those that are active count, and those that the service turned off, until their owner turns them off as well.',
  weight: 20,
  success: 201,
  params: z.object({}),
  requestHeaders: z.object({
    'idempotency-key': IdempotencyKey.optional().meta({
      description: `A text of your own. For ${IDEMPOTENCY_DAYS} days, a request that repeats it answers with the webhook of the first, and makes no other; with another body it is refused with 400.`,
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
    'The owner’s own. Those that were turned off stay in the list, as inactive, for 90 days. Of the addresses of each the first 500 are shown; `/v1/webhooks/{id}/addresses` lists all. What needs attention shows in `status`, `disabledReason` and `disabledAt`, where the service turned a webhook off, and in `health`, where messages fail.',
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
  description: 'With the health of its receiver, once a message was sent.',
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
  summary: 'Change a webhook, or turn it on again',
  description:
    'Chain, event type and metadata stay as they are. What is not named stays, too. A webhook that is inactive is deleted 90 days after it was turned off, unless it is turned on again; with the status inactive this does what DELETE does.',
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
  summary: 'Turn a webhook off',
  description:
    'It stays to be seen, as inactive, and can be turned on again within 90 days; then it is deleted with its list of addresses. It does not count towards the plan any more.',
  weight: 20,
  response: Webhook,
});

export const getAddressesFromWebhook = endpoint({
  ...ofOwner,
  ...byId,
  method: 'GET',
  id: 'getAddressesFromWebhook',
  path: '/v1/webhooks/{id}/addresses',
  summary: 'List the addresses that a webhook watches',
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
  summary: 'Watch more addresses',
  description: 'Those that are watched already change nothing.',
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
  summary: 'Watch addresses no more',
  description: 'Those that are not watched change nothing.',
  weight: 20,
  body: AddressesChange,
  response: Webhook,
});

export const getSharedSecret = endpoint({
  ...ofOwner,
  method: 'GET',
  id: 'getSharedSecret',
  path: '/v1/webhooks:getSharedSecret',
  summary: 'Get the secret that messages are signed with',
  description:
    'One for all webhooks of the owner that have no secret of their own. It is made when it is first needed.',
  weight: 10,
  uses: { reads: ['WebhookSecret'], writes: ['WebhookSecret'] },
  params: z.object({}),
  response: SharedSecret,
});

export const generateOrRotateSharedSecret = endpoint({
  ...ofOwner,
  ...rotating,
  method: 'POST',
  id: 'generateOrRotateSharedSecret',
  path: '/v1/webhooks:generateOrRotateSharedSecret',
  summary: 'Make a new secret',
  description:
    'For 24 hours messages are signed with the one before as well: x-signature with the new one, x-signature-previous with the old one, webhook-signature with both. A second rotation ends the oldest. `immediate`, an extension of this service, ends the one before at once.',
  weight: 20,
  success: 201,
  uses: { reads: ['WebhookSecret'], writes: ['WebhookSecret'] },
  params: z.object({}),
  response: SharedSecret,
});

export const getWebhookSecret = endpoint({
  ...ofOwner,
  ...byId,
  method: 'GET',
  id: 'getWebhookSecret',
  path: '/v1/webhooks/{id}/secret',
  summary: 'Get the secret of one webhook',
  description:
    'What its messages are signed with instead of the owner’s secret. 404 where it has none. An extension of this service.',
  weight: 10,
  uses: { reads: ['Webhook', 'OwnSecret'] },
  response: SharedSecret,
});

export const generateOrRotateWebhookSecret = endpoint({
  ...ofOwner,
  ...byId,
  ...rotating,
  method: 'POST',
  id: 'generateOrRotateWebhookSecret',
  path: '/v1/webhooks/{id}/secret',
  summary: 'Make a new secret for one webhook',
  description:
    'Its messages are signed with this one instead of the owner’s, so that a receiver need not know what signs the messages of others. For 24 hours they are signed with the one before as well, which is the owner’s the first time: x-signature with the new one, x-signature-previous with the old one, webhook-signature with both. A receiver that checks webhook-signature, or x-signature-previous besides x-signature, goes on accepting messages until it is given the new secret. A second rotation ends the oldest. An extension of this service.',
  weight: 20,
  success: 201,
  uses: { reads: ['Webhook', 'OwnSecret'], writes: ['OwnSecret'] },
  response: SharedSecret,
});

export const removeWebhookSecret = endpoint({
  ...ofOwner,
  ...byId,
  method: 'DELETE',
  id: 'removeWebhookSecret',
  path: '/v1/webhooks/{id}/secret',
  summary: 'Sign the messages of a webhook with the owner’s secret again',
  description:
    'At once: its own secret signs nothing any more, so its receiver must know the owner’s before. Changes nothing where it has none. An extension of this service.',
  weight: 20,
  uses: { reads: ['Webhook'], writes: ['OwnSecret'] },
  response: Empty,
});

export const testWebhook = endpoint({
  ...ofOwner,
  ...byId,
  method: 'POST',
  id: 'testWebhook',
  path: '/v1/webhooks/{id}/test',
  summary: 'Send a test message',
  description:
    'Signed and delivered like any other, with the webhook’s own settings. Its messageId begins with test_, and nothing of its transaction is on any chain. An extension of this service.',
  weight: 20,
  success: 201,
  uses: { reads: ['Cursor', 'Webhook'], writes: ['Message', 'OutboxEntry', 'PendingWebhook'], queue: 'deliveries' },
  response: WebhookMessage,
});

export const listWebhookMessages = endpoint({
  ...ofOwner,
  ...byId,
  method: 'GET',
  id: 'listWebhookMessages',
  path: '/v1/webhooks/{id}/messages',
  summary: 'List the messages of a webhook, newest block first',
  description:
    'With every attempt of the last 30 days. Those that failed, and those that were revoked before they were sent, are found without reading the others. A message that was delivered or failed before its block left the chain keeps that status, and has `revokedAt`. An extension of this service.',
  weight: 20,
  uses: { reads: ['Webhook', 'Message'] },
  query: z.object({ ...Paging, status: MessageStatus.optional() }),
  response: ListWebhookMessages,
});

export const replayMessage = endpoint({
  ...ofOwner,
  method: 'POST',
  id: 'replayMessage',
  path: '/v1/webhooks/{id}/messages/{messageId}/replay',
  summary: 'Send a message again',
  description:
    'One attempt, with the same id and the current secret, whatever became of the message before and whether or not the webhook is on. A message that was taken back is not sent again; one that waits to be sent again already is sent once. How many an owner may have sent again in a day (UTC) is a matter of the plan: then the answer is 429, with the seconds until the day ends in Retry-After. An extension of this service.',
  weight: 20,
  success: 201,
  params: z.object({ id: WebhookId, messageId: MessageId }),
  uses: {
    reads: ['Webhook', 'Message', 'ReplayCount'],
    writes: ['ReplayEntry', 'ReplayCount', 'PendingWebhook', 'PendingReplays'],
    queue: 'deliveries',
  },
  response: WebhookMessage,
});

export const replayMessages = endpoint({
  ...ofOwner,
  ...byId,
  method: 'POST',
  id: 'replayMessages',
  path: '/v1/webhooks/{id}/replay',
  summary: 'Send the messages of some time or of some blocks again',
  description:
    'Those that are kept, which is 30 days, each once, with the same id, in the order of the chain, several at a time. Messages that were taken back are left out, and those that are still to be sent for the first time. The answer does not wait for them: the list of messages shows the attempts. How many messages an owner may have sent again in a day (UTC) is a matter of the plan; `remaining` is what was left of that at the request. A replay that needs more stops there, at the oldest blocks; with status failed, or a later fromBlock, the same request goes on the next day. It also stops when the webhook is turned off meanwhile. If nothing is left, the answer is 429, with the seconds until the day ends in Retry-After. An extension of this service.',
  weight: 50,
  success: 201,
  body: ReplayRange,
  uses: { reads: ['Webhook', 'ReplayCount'], queue: 'replays' },
  response: ReplayAccepted,
});
