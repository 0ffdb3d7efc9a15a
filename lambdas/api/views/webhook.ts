import type { WebhookMessage } from '../../contract/schemas/webhook-messages';
import type { Webhook } from '../../contract/schemas/webhooks';
import { type MessageRecord, messageId } from '../../domain/webhooks/message';
import type { WebhookRecord } from '../../domain/webhooks/webhook';
import { checksummed } from './address';

/** A webhook with the addresses that it watches, `most` of them. */
export function webhookView(record: WebhookRecord, addresses: readonly string[], most = addresses.length): Webhook {
  const { id, url, chain, active, createdAt, name, description, eventSignatures, ...rest } = record;
  const { disabledReason, includeInternalTxs, includeLogs, confirmations } = rest;
  return {
    id,
    url,
    chainId: chain,
    status: active ? 'active' : 'inactive',
    ...(disabledReason === undefined ? {} : { disabledReason }),
    createdAt,
    name,
    description,
    eventType: 'address_activity',
    metadata: {
      addresses: addresses.slice(0, most).map(checksummed),
      ...(eventSignatures === undefined ? {} : { eventSignatures: [...eventSignatures] }),
    },
    ...(includeInternalTxs === undefined ? {} : { includeInternalTxs }),
    ...(includeLogs === undefined ? {} : { includeLogs }),
    ...(confirmations === undefined ? {} : { confirmations }),
  };
}

/** A message with its attempts. */
export function messageView(message: MessageRecord): WebhookMessage {
  const { kind, status, of, block, createdAt, nextAttemptAt, attempts } = message;
  return {
    messageId: messageId(message),
    kind,
    status,
    ...(of ? { ...of, blockNumber: String(block) } : {}),
    createdAt,
    ...(nextAttemptAt === undefined ? {} : { nextAttemptAt }),
    attempts: [...attempts],
  };
}
