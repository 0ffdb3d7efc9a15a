import type { MessagePosition } from '../../adapters/dynamo/webhooks/message-key';
import { nextAttempt } from '../../domain/webhooks/schedule';
import type { SenderDeps } from './deps';

/**
 * A sender was cut off while these messages were claimed: each that has no result may have arrived. Recorded as an
 * attempt, so that a message which ends every sender is not sent for ever, and a revocation knows of it.
 */
export async function recordCutOff(deps: SenderDeps, claimed: readonly MessagePosition[]): Promise<void> {
  const { messages, outbox, health, now, draw } = deps;
  const found = [...(await messages.findAll(claimed)).values()];
  // One that was revoked meanwhile too: its removal is sent only if there was an attempt.
  const open = found.filter(
    ({ status, nextAttemptAt = 0 }) => status === 'revoked' || (status === 'pending' && nextAttemptAt <= now()),
  );
  const retries = open.flatMap((message) => {
    const due = message.status === 'revoked' ? undefined : nextAttempt(message.tries + 1, now(), draw());
    return due === undefined ? [] : [{ ...message, replay: false, due }];
  });
  // The entry that led to the cut off attempt stays, and is left out: the retry has one of its own.
  await outbox.add(retries, now());
  const outcomes = await Promise.all(
    open.map(async (message): Promise<string[]> => {
      const nextAttemptAt = retries.find(({ digest }) => digest === message.digest)?.due;
      const attempt = { at: now(), latencyMs: 0, error: 'the sender was cut off: the message may have arrived' };
      if (nextAttemptAt !== undefined) {
        await messages.settle(message, { status: 'pending', attempt, nextAttemptAt });
        return [];
      }
      return (await messages.settle(message, { status: 'failed', attempt })) ? [message.webhook] : [];
    }),
  );
  for (const webhook of new Set(outcomes.flat())) await health.messageFailed(webhook, now());
}
