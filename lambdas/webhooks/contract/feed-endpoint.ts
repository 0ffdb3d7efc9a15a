// Apart from the other endpoints, which would load it.
import * as z from 'zod';
import { endpoint } from '../../core/contract/endpoint';
import { READ_UNITS } from '../../core/contract/read-units';
import { integer } from '../../core/contract/schemas/params';
import { P_CHAIN } from './content';
import { MAX_WAIT_SECONDS, MESSAGE_RETENTION_DAYS } from './delivery';
import { byId, ofOwner } from './of-owner';
import { WebhookFeed } from './schemas/webhook-feed';

export const getWebhookFeed = endpoint({
  ...ofOwner,
  ...byId,
  readUnits: READ_UNITS.large,
  askInstead: 'ask for a smaller limit',
  method: 'GET',
  id: 'getWebhookFeed',
  path: '/v1/webhooks/{id}/feed',
  summary: 'Read the feed of a webhook',
  description: `The messages of a webhook in chain order, with the ids, bodies and signatures of deliveries. Every webhook has a feed, whether or not its messages are also sent. Store the cursor of each response in one transaction with what you do with its messages, and pass it in the next request: no message is then missed or counted twice. A message whose block left the chain before you read it is left out; a removal follows what it removes, always later. A cursor stays valid for ${MESSAGE_RETENTION_DAYS} days; an older one gets 410, with the oldest valid one in the message. An extension of this service.`,
  weight: 20,
  expires: true,
  timeoutSeconds: 29,
  query: z.object({
    cursor: z
      .string()
      .max(1_000, 'must be a cursor of this feed')
      .optional()
      .meta({ description: 'The cursor of the last response.', example: 'WzEsIl9YOVh6' }),
    from: z
      .string()
      .regex(/^(now|oldest|block:\d{1,10})$/, 'must be now, oldest or block:N')
      .optional()
      .meta({
        description:
          'Where to begin without a cursor: oldest (default, the oldest message that is kept), now, or block:N, the first message of block N or a later one.',
        example: 'block:339',
      }),
    limit: integer(1, 100)
      .default(100)
      .meta({ description: 'Maximum number of messages; large ones may reduce it.', example: 100 }),
    waitSeconds: integer(0, MAX_WAIT_SECONDS).default(0).meta({
      description: 'Without a message to return, wait up to this long for one.',
      example: 20,
    }),
  }),
  uses: {
    reads: [
      ...(['Webhook', 'Message', 'FeedEntry', 'FeedProgress', 'WebhookSecret', 'OwnSecret'] as const),
      ...(['Cursor', 'Block', 'BlockRecord', 'WatchedAddresses', 'Token', ...P_CHAIN] as const),
    ],
    writes: ['WebhookSecret'],
    raw: ['get'],
    traces: ['get'],
  },
  response: WebhookFeed,
});
