import { MAX_CLOCK_SKEW_MS } from '../../core/domain/stored-time';
import { nextAttempt } from '../domain/schedule';
import type { MessagePosition } from '../rows/message-key';
import type { SenderDeps } from './deps';

/**
 * A sender was cut off while these messages of a webhook were claimed: each that has no result may have arrived. Recorded
 * as an attempt, so that a message which ends every sender is not sent for ever, and a revocation knows of it. To be
 * called by who has the lease now. `claimedAt`: when they were claimed, Unix ms.
 * `recorded`: their digests; `hasFailed`: one of them has failed for good by that.
 */
export async function recordCutOff(
  deps: SenderDeps,
  { claimed, claimedAt }: { readonly claimed: readonly MessagePosition[]; readonly claimedAt: number },
): Promise<{ readonly recorded: ReadonlySet<string>; readonly hasFailed: boolean }> {
  const { messages, outbox, now, draw } = deps;
  const found = [...(await messages.findAll(claimed)).values()];
  // One that was revoked meanwhile too: its removal is sent only if there was an attempt.
  const open = found.filter(
    // One with a result has a retry after the claim, by the same clock.
    ({ status, nextAttemptAt = 0 }) =>
      status === 'revoked' || (status === 'pending' && nextAttemptAt <= claimedAt + MAX_CLOCK_SKEW_MS),
  );
  const retries = open.flatMap((message) => {
    const due = message.status === 'revoked' ? undefined : nextAttempt(message.tries + 1, now(), draw());
    return due === undefined ? [] : [{ ...message, replay: false, due }];
  });
  // The entry that led to the cut off attempt stays, and is left out: the retry has one of its own.
  await outbox.add(retries, now());
  const haveFailed = await Promise.all(
    open.map(async (message) => {
      const nextAttemptAt = retries.find(({ digest }) => digest === message.digest)?.due;
      const attempt = { at: now(), latencyMs: 0, error: 'the sender was cut off: the message may have arrived' };
      if (nextAttemptAt === undefined) return messages.settle(message, { status: 'failed', attempt });
      await messages.settle(message, { status: 'pending', attempt, nextAttemptAt });
      return false;
    }),
  );
  return { recorded: new Set(open.map(({ digest }) => digest)), hasFailed: haveFailed.includes(true) };
}
