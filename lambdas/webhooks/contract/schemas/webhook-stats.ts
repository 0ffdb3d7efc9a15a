import * as z from 'zod';
import { integer, milliseconds, text } from '../../../core/contract/schemas/fields';

const StatsDay = z
  .object({
    date: text('Day of the matches (UTC).', '2026-11-27'),
    matched: integer('Messages of the webhook, counted in its feed: the sum of the counts below.', 128),
    delivered: integer('Messages that the receiver accepted.', 125),
    pending: integer('Messages to be sent; all of a webhook without a URL.', 1),
    held: integer('Messages that wait for confirmations.', 0),
    failed: integer('Messages that were not accepted and are no longer retried.', 0),
    revoked: integer('Messages whose block left the chain before they were sent.', 2),
    lost: integer('Messages that the service lost. Its operator is alarmed.', 0),
  })
  .meta({ id: 'WebhookStatsDay', description: 'The messages of a webhook of one day, by status.' });

export const WebhookStats = z
  .object({
    days: z.array(StatsDay).meta({ description: 'Each day of the range.' }),
    countedUntil: milliseconds('Messages matched until this time are counted.'),
    statusAt: milliseconds('No status is older than this.'),
  })
  .meta({ id: 'WebhookStatsResponse', description: 'The messages of a webhook by day and status.' });
