import { NodeDown, NodeRefused } from '../../../lambdas/core/node/errors';
import { withRetries } from '../../../lambdas/core/node/retries';

/** How often a call is made that fails like this each time, and what it throws at the end. */
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

describe('what a worker asks a node', () => {
  test('is asked five times of one that refuses', async () => {
    expect(await failing([refused])).toEqual({ calls: 5, thrown: refused, slept: 2_000 });
  });
  test('is asked three times of one that does not answer', async () => {
    for (const error of [throttled, new NodeDown('the node does not answer in time', 'too big')])
      expect(await failing([error])).toEqual({ calls: 3, thrown: error, slept: 1_000 });
    expect(await failing([refused, refused, refused, throttled])).toEqual({
      calls: 4,
      thrown: throttled,
      slept: 1_500,
    });
  });
  test('is asked once where something else fails', async () => {
    const error = new Error('no failure of a node');
    expect(await failing([error])).toEqual({ calls: 1, thrown: error, slept: 0 });
  });
  test('is answered by the first attempt that succeeds', async () => {
    const errors: Error[] = [throttled];
    const ask = async () => {
      const error = errors.shift();
      if (error) throw error;
      return 7;
    };
    expect(await withRetries(ask, { sleep: async () => undefined })).toBe(7);
  });
});
