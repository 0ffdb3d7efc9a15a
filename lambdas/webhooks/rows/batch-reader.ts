import type { Table } from '../../core/table/table';
import type { MessageRecord } from '../domain/message';
import type { WebhookRecord } from '../domain/webhook';
import { readMessage } from './message-item';
import { type MessagePosition, messageKey } from './message-key';
import { getSigning, secretKeys } from './secret-item';
import { readWebhook, webhookKey } from './webhook-attributes';

/** What a sender reads of a webhook and its messages before it sends them. */
export interface ReadBatch {
  /** Those that are there, by digest. */
  readonly messages: ReadonlyMap<string, MessageRecord>;
  /** undefined where it does not exist any more. */
  readonly webhook: WebhookRecord | undefined;
  /** The secrets that sign now, the current one first. */
  readonly signing: readonly string[];
}

/** Reads what a batch of messages needs in one request: it is read at each of them, so that a change counts at once. */
export const createBatchReader = (table: Table) => ({
  /** Up to 97 messages; `now`: Unix ms. */
  async read(
    ref: Pick<WebhookRecord, 'owner' | 'id'>,
    positions: readonly MessagePosition[],
    now: number,
  ): Promise<ReadBatch> {
    const [messages, webhook, secrets] = [positions.map(messageKey), webhookKey(ref), secretKeys(ref)];
    const items = await table.batchGet([...messages, webhook, ...secrets], true);
    const partition = messages[0]?.pk;
    const records = items.filter(({ pk }) => pk === partition).map(readMessage);
    const found = items.find(({ pk, sk }) => pk === webhook.pk && sk === webhook.sk);
    return {
      messages: new Map(records.map((message) => [message.digest, message])),
      webhook: found && readWebhook(found),
      signing: await getSigning(table, ref, items, now),
    };
  },
});
/** What `createBatchReader` gives. */
export type BatchReader = ReturnType<typeof createBatchReader>;
