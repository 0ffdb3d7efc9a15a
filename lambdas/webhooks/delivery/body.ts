import { OPERATION_COMPLETED, toRemoval } from '../contract/schemas/event-types';
import { type MessageRecord, messageId } from '../domain/message';
import type { WebhookRecord } from '../domain/webhook';
import type { ContentKind } from '../kinds/kind';

export interface MessageBody {
  readonly webhookId: string;
  readonly eventType: string;
  readonly messageId: string;
  readonly sequence: number;
  readonly event: object;
}

/** Throws for an unknown event type. */
export function kindOf<K extends Pick<ContentKind, 'eventType'>>(
  kinds: readonly K[],
  { id, eventType }: Pick<WebhookRecord, 'id' | 'eventType'>,
): K {
  const kind = kinds.find((one) => one.eventType === eventType);
  if (!kind) throw new Error(`webhook ${id}: unknown event type ${eventType}`);
  return kind;
}

/** A removal carries the original event plus the original's ID (`removes`). Throws for an unknown event type. */
export async function getBody(
  kinds: readonly ContentKind[],
  webhook: WebhookRecord,
  message: MessageRecord,
): Promise<MessageBody> {
  const shared = { webhookId: webhook.id, messageId: messageId(message), sequence: message.sequence ?? 0 };
  if (message.operation) return { ...shared, eventType: OPERATION_COMPLETED, event: message.operation };
  const { eventType } = webhook;
  const kind = kindOf(kinds, webhook);
  const { of, removes } = message;
  const event = of ? await kind.body(webhook, { ...message, of }) : await kind.sample(webhook, message);
  const isRemoval = removes !== undefined;
  return {
    ...shared,
    eventType: isRemoval ? toRemoval(eventType) : eventType,
    event: isRemoval ? { ...event, removes } : event,
  };
}
