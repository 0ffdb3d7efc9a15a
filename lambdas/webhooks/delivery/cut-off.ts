import { MAX_CLOCK_SKEW_MS } from '../../core/domain/stored-time';
import type { MessagePosition } from '../rows/message-key';
import type { SenderDeps } from './deps';

/**
 * Messages without a result that an interrupted sender claimed may have arrived. An attempt is recorded for each, so
 * that one that crashes every sender is not retried forever, and revocations know of it. Only for the lease holder.
 * `claimedAt`: Unix ms. `hasFailed`: a message has no attempts left.
 */
export async function recordCutOff(
  deps: SenderDeps,
  { claimed, claimedAt }: { readonly claimed: readonly MessagePosition[]; readonly claimedAt: number },
): Promise<{ readonly recorded: ReadonlySet<string>; readonly hasFailed: boolean }> {
  const { messages, outbox, now, draw, nextAttempt } = deps;
  const found = [...(await messages.findAll(claimed)).values()];
  // Revoked ones too: a removal is sent only if there was an attempt.
  const open = found.filter(
    // A message with a result has its retry after the claim, by the same clock.
    ({ status, nextAttemptAt = 0 }) =>
      status === 'revoked' || (status === 'pending' && nextAttemptAt <= claimedAt + MAX_CLOCK_SKEW_MS),
  );
  const retries = open.flatMap((message) => {
    const due = message.status === 'revoked' ? undefined : nextAttempt(message.tries + 1, now(), draw());
    return due === undefined ? [] : [{ ...message, replay: false, due }];
  });
  // The entry of the interrupted attempt stays and will be skipped: the retry has its own.
  await outbox.add(retries, now());
  const haveFailed = await Promise.all(
    open.map(async (message) => {
      const nextAttemptAt = retries.find(({ digest }) => digest === message.digest)?.due;
      const attempt = { at: now(), latencyMs: 0, error: 'the sender was interrupted; the message may have arrived' };
      if (nextAttemptAt === undefined) return messages.settle(message, { status: 'failed', attempt });
      await messages.settle(message, { status: 'pending', attempt, nextAttemptAt });
      return false;
    }),
  );
  return { recorded: new Set(open.map(({ digest }) => digest)), hasFailed: haveFailed.includes(true) };
}
