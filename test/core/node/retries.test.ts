import { NodeDown, NodeRefused } from '../../../lambdas/core/node/errors';
import { withRetries } from '../../../lambdas/core/node/retries';

/** Makes a call that keeps failing with these errors; returns the attempts, the final error and the sleep. */
async function failing(errors: readonly Error[]): Promise<{ calls: number; thrown: unknown; slept: number }> {
  let [calls, slept] = [0, 0];
  const sleep = async (ms: number) => {
    slept += ms;
  };
  const ask = async () => {
    const error = errors[Math.min(calls, errors.length - 1)];
    calls += 1;
    throw error;
  };
  const thrown = await withRetries(ask, { sleep }).catch((error: unknown) => error);
  return { calls, thrown, slept };
}
const refused = new NodeRefused(-32603, 'internal error');
const throttled = new NodeDown('the node answers HTTP 429', 'throttled');

describe("the retries of a worker's call", () => {
  test('a call that the node refuses is tried five times', async () => {
    expect(await failing([refused])).toEqual({ calls: 5, thrown: refused, slept: 2_000 });
  });
  test('a call without an answer is tried three times', async () => {
    for (const error of [throttled, new NodeDown('the node does not answer in time', 'too big')])
      expect(await failing([error])).toEqual({ calls: 3, thrown: error, slept: 1_000 });
    expect(await failing([refused, refused, refused, throttled])).toEqual({
      calls: 4,
      thrown: throttled,
      slept: 1_500,
    });
  });
  test('a call that fails for another reason is tried once', async () => {
    const error = new Error('no failure of a node');
    expect(await failing([error])).toEqual({ calls: 1, thrown: error, slept: 0 });
  });
  test('a call returns the result of the first successful attempt', async () => {
    const errors: Error[] = [throttled];
    const ask = async () => {
      const error = errors.shift();
      if (error) throw error;
      return 7;
    };
    expect(await withRetries(ask, { sleep: async () => undefined })).toBe(7);
  });
});
