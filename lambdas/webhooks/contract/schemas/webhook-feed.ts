import * as z from 'zod';
import { text } from '../../../core/contract/schemas/fields';

const FeedMessage = z
  .object({
    id: text('Id of the message, as in its body.', 'msg_0000000123_00004_5f0c3a2b1d4e6f708192a3b4c5d6e7f8'),
    headers: z.record(z.string(), z.string()).meta({
      description: 'The headers of a delivery, with signatures of the body by the current secret.',
      example: {
        'content-type': 'application/json',
        'webhook-id': 'msg_0000000123_00004_5f0c3a2b1d4e6f708192a3b4c5d6e7f8',
        'webhook-timestamp': '1763856000',
        'webhook-signature': 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
      },
    }),
    body: text(
      'The body of a delivery, byte for byte: verify it before parsing. Its sequence is 0 until the message is sent.',
      '{"eventType":"address_activity","messageId":"msg_0000000123_00004_5f0c3a2b1d4e6f708192a3b4c5d6e7f8"}',
    ),
  })
  .meta({ id: 'WebhookFeedMessage', description: 'A message of a feed.' });

export const WebhookFeed = z
  .object({
    messages: z.array(FeedMessage).meta({ description: 'The messages after the cursor, in chain order.' }),
    cursor: text('Pass it in the next request.', 'WzEsIl9YOVh6'),
    done: z.boolean().meta({ description: 'false: further messages can be read at once.', example: true }),
  })
  .meta({ id: 'WebhookFeedResponse', description: 'A page of the feed of a webhook.' });
