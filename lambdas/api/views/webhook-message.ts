import { cb58Of } from '../../adapters/cb58';
import { isPChain } from '../../contract/node-rpc/networks';
import type { WebhookMessage } from '../../contract/schemas/webhook-messages';
import { type MessageRecord, messageId } from '../../domain/webhooks/message';
import type { WebhookRecord } from '../../domain/webhooks/webhook';

/** A message of a webhook with its attempts. Ids of a P-chain are shown as everywhere, in cb58. */
export function messageView({ chain }: Pick<WebhookRecord, 'chain'>, message: MessageRecord): WebhookMessage {
  const { kind, status, of, block, createdAt, nextAttemptAt, attempts, sequence, revokedAt } = message;
  return {
    messageId: messageId(message),
    kind,
    status,
    ...(of ? { ...placeView(chain, of), blockNumber: String(block) } : {}),
    createdAt,
    ...(sequence === undefined ? {} : { sequence }),
    ...(revokedAt === undefined ? {} : { revokedAt }),
    ...(nextAttemptAt === undefined ? {} : { nextAttemptAt }),
    attempts: [...attempts],
  };
}

function placeView(chain: string, { blockHash, txHash }: NonNullable<MessageRecord['of']>) {
  const view = isPChain(chain) ? cb58Of : (id: string) => id;
  return { blockHash: view(blockHash), ...(txHash === undefined ? {} : { txHash: view(txHash) }) };
}
