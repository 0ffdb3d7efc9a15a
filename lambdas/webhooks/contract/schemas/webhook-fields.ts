import * as z from 'zod';
import { chainId, integer, milliseconds, text, url } from '../../../core/contract/schemas/fields';
import { WEBHOOK_ID } from '../../../core/contract/schemas/webhook-id';

export const HOOK = 'https://example.com/hooks/chain';

export const defineEventType = <T extends string>(type: T) =>
  z.literal(type).meta({ description: 'The event type that the webhook delivers.' });

export const WebhookStatus = z
  .enum(['active', 'inactive'], { error: 'must be active or inactive' })
  .meta({ id: 'WebhookStatusType', description: 'Only active webhooks receive messages.' });

export const DeliveryMode = z.enum(['push', 'pull', 'both'], { error: 'must be push, pull or both' }).meta({
  id: 'WebhookDelivery',
  description:
    'push or both: messages are sent to `url`. pull: there is no `url`, and messages are only read from the feed, which every webhook has. An extension of this service.',
});

export const MessageOrder = z.enum(['any', 'chain'], { error: 'must be any or chain' }).meta({
  id: 'WebhookOrder',
  description:
    'any, the default: messages are sent several at a time, and a failed one does not delay the others. chain: one after the other, in the order of the feed; a failed message is tried until it is accepted, at least every ten minutes, and the others wait. Cannot be changed. An extension of this service.',
});
export type DeliveryMode = z.infer<typeof DeliveryMode>;

const HealthState = z.enum(['healthy', 'slow', 'failing', 'dead']);
export type HealthState = z.infer<typeof HealthState>;

const WebhookHealth = z
  .object({
    state: HealthState.meta({
      description:
        'slow: responses take more than a second on average. failing: the last attempt failed; messages are sent one at a time. dead: five attempts failed in a row; one message a minute is tried while the others wait.',
    }),
    failuresInARow: integer('Consecutive failed attempts since the last success.', 0),
    lastSuccessAt: milliseconds('Time of the last delivery.').optional(),
    nextTryAt: milliseconds('Next attempt at a dead receiver, unless a replay is requested earlier.').optional(),
    latencyMs: integer('Moving average of the response time, in milliseconds.', 84).optional(),
    lastFailedAt: milliseconds(
      'When a message last failed permanently, after its last attempt or because the webhook is inactive; `status=failed` lists such messages.',
    ).optional(),
  })
  .meta({
    id: 'WebhookHealth',
    description:
      'Health of the receiver, when getting or listing webhooks. Absent until a message was sent or failed. An extension of this service.',
  });
export type WebhookHealth = z.infer<typeof WebhookHealth>;

export const webhookFields = {
  id: text('Id of the webhook.', WEBHOOK_ID),
  url: url('URL that messages are sent to; empty if they are only pulled.', HOOK),
  delivery: DeliveryMode.optional(),
  order: MessageOrder.optional(),
  chainId,
  status: WebhookStatus,
  disabledReason: text(
    'Why the service disabled the webhook. It counts towards the plan until its owner deactivates it or it is deleted 90 days later. An extension of this service.',
    'every attempt failed for five days',
  ).optional(),
  disabledAt: milliseconds('When the service disabled the webhook. An extension of this service.').optional(),
  health: WebhookHealth.optional(),
  createdAt: milliseconds('Creation time.'),
  name: text('Name given by the owner; may be empty.', 'treasury'),
  description: text('Description given by the owner; may be empty.', 'Deposits to the treasury.'),
  confirmations: integer(
    'Confirmations (blocks on top of the transaction’s block) before a message is sent. An extension of this service.',
    12,
  ).optional(),
  removals: z.boolean().optional().meta({
    description: 'Whether a removal message is sent when a block leaves the chain. An extension of this service.',
  }),
  headerNames: z.array(text('Header name.', 'authorization')).optional().meta({
    description:
      'Names of the custom headers of its deliveries, in lower case and alphabetical order. Values are never returned. An extension of this service.',
  }),
};

export const finalWebhookFields = (({ confirmations: _confirmations, removals: _removals, ...fields }) => fields)(
  webhookFields,
);
