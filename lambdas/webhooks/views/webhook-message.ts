import type { WebhookMessage } from '../contract/schemas/webhook-messages';
import { type MessageRecord, messageId } from '../domain/message';
import type { WebhookRecord } from '../domain/webhook';
import { registrationFor } from '../kinds/registrations';

export function messageView(webhook: Pick<WebhookRecord, 'id' | 'eventType'>, message: MessageRecord): WebhookMessage {
  const { kind, status, of, block, createdAt, nextAttemptAt, attempts, sequence, revokedAt } = message;
  return {
    messageId: messageId(message),
    kind,
    status,
    ...(of ? { ...placeView(webhook, of), blockNumber: String(block) } : {}),
    createdAt,
    ...(sequence === undefined ? {} : { sequence }),
    ...(revokedAt === undefined ? {} : { revokedAt }),
    ...(nextAttemptAt === undefined ? {} : { nextAttemptAt }),
    attempts: [...attempts],
  };
}

function placeView(
  webhook: Pick<WebhookRecord, 'id' | 'eventType'>,
  { blockHash, txHash }: NonNullable<MessageRecord['of']>,
) {
  const { shownId } = registrationFor(webhook);
  return { blockHash: shownId(blockHash), ...(txHash === undefined ? {} : { txHash: shownId(txHash) }) };
}
