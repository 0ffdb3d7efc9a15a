import * as z from 'zod';
import { chainId, integer, milliseconds, text, url } from '../../../core/contract/schemas/fields';
import { WEBHOOK_ID } from '../../../core/contract/schemas/webhook-id';

/** An example of where a webhook is sent to. */
export const HOOK = 'https://example.com/hooks/chain';

/** The event type of a webhook. */
export const defineEventType = <T extends string>(type: T) =>
  z.literal(type).meta({ description: 'The event type that the webhook delivers.' });

/** Active ones are sent to. */
export const WebhookStatus = z
  .enum(['active', 'inactive'], { error: 'must be active or inactive' })
  .meta({ id: 'WebhookStatusType', description: 'Only active webhooks are sent messages.' });

const HealthState = z.enum(['healthy', 'slow', 'failing', 'dead']);
/** How a receiver is doing. */
export type HealthState = z.infer<typeof HealthState>;

/** How a webhook's receiver has been doing. */
const WebhookHealth = z
  .object({
    state: HealthState.meta({
      description:
        'slow: its answers take more than a second on average. failing: the last attempt failed, and one message at a time is sent. dead: five attempts failed in a row; one message a minute is tried, and the others wait.',
    }),
    failuresInARow: integer('How many attempts failed since the last success.', 0),
    lastSuccessAt: milliseconds('When a message was last delivered.').optional(),
    nextTryAt: milliseconds('A dead receiver is not tried before, unless a replay is asked for.').optional(),
    latencyMs: integer('Moving average of the time that its answers took, in milliseconds.', 84).optional(),
    lastFailedAt: milliseconds(
      'When a message last failed for good, after its last attempt or because the webhook is off: `status=failed` lists such messages.',
    ).optional(),
  })
  .meta({
    id: 'WebhookHealth',
    description:
      'How the receiver has been doing, in answers that get or list webhooks. Absent while nothing was sent and nothing failed. An extension of this service.',
  });
/** How a webhook's receiver has been doing. */
export type WebhookHealth = z.infer<typeof WebhookHealth>;

/** What answers show of a webhook of any event type. */
export const webhookFields = {
  id: text('Its id.', WEBHOOK_ID),
  url: url('Where messages are sent.', HOOK),
  chainId,
  status: WebhookStatus,
  disabledReason: text(
    'Why the service itself turned it off. It counts towards the plan until it is turned off by its owner, or until it is deleted, 90 days later. An extension of this service.',
    'no message was accepted for 5 days',
  ).optional(),
  disabledAt: milliseconds('When the service turned it off. An extension of this service.').optional(),
  health: WebhookHealth.optional(),
  createdAt: milliseconds('When it was created.'),
  name: text('A name of the owner’s own; may be empty.', 'treasury'),
  description: text('A description of the owner’s own; may be empty.', 'Deposits to the treasury.'),
  confirmations: integer(
    'Blocks that must stand on the transaction’s before it is sent. An extension of this service.',
    12,
  ).optional(),
  removals: z.boolean().optional().meta({
    description: 'Whether a removal is sent when a block leaves the chain. An extension of this service.',
  }),
  headerNames: z.array(text('A name.', 'authorization')).optional().meta({
    description:
      'Names of the headers that its deliveries have besides the service’s own, in lower case and in their order. No answer has their values. An extension of this service.',
  }),
};

/** What answers show of a webhook whose chain never reorganises. */
export const finalWebhookFields = (({ confirmations: _confirmations, removals: _removals, ...fields }) => fields)(
  webhookFields,
);
