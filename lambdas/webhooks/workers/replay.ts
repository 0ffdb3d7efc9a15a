import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { processBatch } from '../../core/aws/batch';
import { createQueue, type Queue } from '../../core/aws/queue';
import { env } from '../../core/contract/env';
import { isAhead } from '../../core/domain/stored-time';
import { systemClock } from '../../core/runtime/clock';
import { log } from '../../core/runtime/log';
import { justAbove } from '../../core/table/key';
import { createTableClient, type Table } from '../../core/table/table';
import { Replay } from '../contract/messages';
import { announce } from '../delivery/announce';
import type { MessageRecord } from '../domain/message';
import { messageReader } from '../rows/message-item';
import { createPendingWebhooks } from '../rows/pending-webhooks';
import { createReplays } from '../rows/replays';
import { webhookReader } from '../rows/webhook-item';

/** Per step; the rest continues as a message on the same queue. */
const MESSAGES_PER_STEP = 1_000;

let table: Table | undefined;

export async function handler(event: SQSEvent): Promise<SQSBatchResponse> {
  table ??= createTableClient(env('table'));
  const own = table;
  const queues = { deliveries: createQueue(env('deliveries')), later: createQueue(env('replays')) };
  return processBatch(event, Replay, { failure: 'replaying messages failed' }, (request) =>
    replay(own, request, queues, systemClock()),
  );
}

/**
 * Idempotent: a message has at most one replay entry, and messages sent since the request are not queued again. Ends
 * early at the owner's daily limit, or if the webhook (active when requested) was disabled.
 */
export async function replay(
  table: Table,
  request: Replay,
  { deliveries, later }: { readonly deliveries: Pick<Queue, 'send'>; readonly later: Pick<Queue, 'send'> },
  now: number,
): Promise<{ readonly queued: number }> {
  const { webhook, owner, max } = request;
  if (request.whileActive && !(await webhookReader(table).find(owner, webhook))?.active) return { queued: 0 };
  const { pk, high, rows, ...list } = messageReader(table).ofWebhook(webhook, request.fromBlock, request.toBlock);
  const low = request.after === undefined ? list.low : justAbove(request.after);
  const { items, more } = await table.query({ pk, low, high, ascending: true, limit: MESSAGES_PER_STEP });
  const wanted = items
    .flatMap((item) => rows(item).map(({ value }) => value))
    .filter((message) => isWanted(message, request, now));
  const limit = max === undefined ? undefined : { owner, max };
  const { queued, cutAt } = await createReplays(table).add(wanted, now, limit);
  if (wanted.length > 0)
    await announce(createPendingWebhooks(table), deliveries, { webhook, owner }, now, { replays: true });
  if (cutAt) {
    log.warn('replay stopped at the limit of the day', { webhook, owner, max, block: cutAt.block });
    return { queued };
  }
  const last = items.at(-1);
  if (more && last) await later.send([{ ...request, after: String(last.sk) } satisfies Replay], { group: owner });
  return { queued };
}

/** Messages before their first attempt are in the outbox already, or wait for confirmations. */
function isWanted({ createdAt, status, revokedAt, attempts }: MessageRecord, request: Replay, now: number): boolean {
  if (createdAt < request.from || createdAt > request.to) return false;
  if (revokedAt !== undefined || (status === 'pending' && attempts.length === 0)) return false;
  if (attempts.some(({ at }) => at >= request.requestedAt && !isAhead(at, now))) return false;
  return request.status === undefined || status === request.status;
}
