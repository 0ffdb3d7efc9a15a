import type { Table } from '../../core/table/table';
import type { MessageRecord } from '../domain/message';
import type { WebhookRecord } from '../domain/webhook';
import { readMessage } from './message-item';
import { type MessagePosition, messageKey } from './message-key';
import { getSigning, secretKeys } from './secret-item';
import { readWebhook, webhookKey } from './webhook-attributes';

export interface ReadBatch {
  readonly messages: ReadonlyMap<string, MessageRecord>;
  /** undefined if it was deleted. */
  readonly webhook: WebhookRecord | undefined;
  /** The current secret first. */
  readonly signing: readonly string[];
}

/** Read anew for each batch, in one request, so that changes take effect at once. */
export const createBatchReader = (table: Table) => ({
  /** At most 97 messages (a BatchGet takes 100 keys). `now`: Unix ms. */
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
export type BatchReader = ReturnType<typeof createBatchReader>;
