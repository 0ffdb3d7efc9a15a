// Apart from the other endpoints, which would load it.
import * as z from 'zod';
import { endpoint } from '../../core/contract/endpoint';
import { READ_UNITS } from '../../core/contract/read-units';
import { day } from '../../core/contract/schemas/params';
import { byId, ofOwner } from './of-owner';
import { WebhookStats } from './schemas/webhook-stats';

export const getWebhookStats = endpoint({
  ...ofOwner,
  ...byId,
  readUnits: READ_UNITS.large,
  askInstead: 'repeat the request after the next hourly count',
  method: 'GET',
  id: 'getWebhookStats',
  path: '/v1/webhooks/{id}/stats',
  summary: 'Count the messages of a webhook',
  description:
    'By day and status. `matched` is counted apart from the messages, when a block is matched, and every hour each is compared with its message: the sum of the other counts is `matched`, and `lost` is 0 unless the service lost a message. Removals count like other messages once their originals may have arrived. Up to 1,000 messages are counted for the request; the others by the hour. An extension of this service.',
  weight: 50,
  query: z.object({
    from: day('First day (UTC). Default: six days before the last day.'),
    to: day('Last day (UTC), inclusive; default today.'),
  }),
  uses: { reads: ['Webhook', 'Message', 'FeedEntry', 'FeedProgress', 'CountedWindow'] },
  response: WebhookStats,
});
