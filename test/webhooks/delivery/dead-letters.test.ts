import type { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { createDeadLetters } from '../../../lambdas/webhooks/delivery/dead-letters';

type Send = (command: GetQueueAttributesCommand, options: { readonly abortSignal: AbortSignal }) => Promise<unknown>;
const clientThat = (send: Send) => ({ send }) as unknown as SQSClient;
const answer = (count: number | undefined) => ({ Attributes: { ApproximateNumberOfMessages: String(count) } });

describe('dead-letter count', () => {
  test('the count is read once in thirty seconds regardless of the number of calls', async () => {
    const counts = [3, 0];
    const asked: unknown[] = [];
    let now = 0;
    const client = clientThat(async ({ input }) => {
      asked.push(input);
      return answer(counts.shift());
    });
    const { count } = createDeadLetters('https://queue', () => now, client);
    const seen: number[] = [];
    for (now of [0, 29_999, 30_000]) seen.push(await count());
    const call = { QueueUrl: 'https://queue', AttributeNames: ['ApproximateNumberOfMessages'] };
    expect([seen, asked]).toEqual([
      [3, 3, 0],
      [call, call],
    ]);
  });

  test('the count is read again after the clock is set back', async () => {
    let [now, count] = [7_200_000, 0];
    const letters = createDeadLetters(
      'https://queue',
      () => now,
      clientThat(async () => answer(count)),
    );
    expect(await letters.count()).toBe(0);
    [now, count] = [3_600_000, 3];
    expect(await letters.count()).toBe(3);
  });

  test('reading the count times out if the queue does not answer', async () => {
    const client = clientThat(
      (_command, { abortSignal }) =>
        new Promise<never>((_, reject) => abortSignal.addEventListener('abort', () => reject(abortSignal.reason))),
    );
    const waiting = setInterval(() => undefined, 1_000); // a signal timeout alone would not keep the process alive
    await expect(createDeadLetters('https://queue', () => 0, client).count()).rejects.toThrow('timeout');
    clearInterval(waiting);
  });

  test('a failed read of the count is not cached', async () => {
    let fails = true;
    const client = clientThat(async () => {
      if (fails) throw new Error('no answer');
      return answer(1);
    });
    const { count } = createDeadLetters('https://queue', () => 0, client);
    await expect(count()).rejects.toThrow('no answer');
    fails = false;
    expect(await count()).toBe(1);
  });
});
