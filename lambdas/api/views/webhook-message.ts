import type { WebhookMessage } from '../../contract/schemas/webhook-messages';
import { type MessageRecord, messageId } from '../../domain/webhooks/message';

/** A message with its attempts. */
export function messageView(message: MessageRecord): WebhookMessage {
  const { kind, status, of, block, createdAt, nextAttemptAt, attempts, sequence, revokedAt } = message;
  return {
    messageId: messageId(message),
    kind,
    status,
    ...(of ? { ...of, blockNumber: String(block) } : {}),
    createdAt,
    ...(sequence === undefined ? {} : { sequence }),
    ...(revokedAt === undefined ? {} : { revokedAt }),
    ...(nextAttemptAt === undefined ? {} : { nextAttemptAt }),
    attempts: [...attempts],
  };
}
