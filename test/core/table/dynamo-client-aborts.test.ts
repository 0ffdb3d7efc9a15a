import { getEventListeners } from 'node:events';
import type { RequestListener } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  hangsUp,
  isSilent,
  refuses,
  says,
  scriptedAws,
  stopScripted,
  stopsHalfway,
  toError,
} from '../../support/tables/scripted-aws';

const ANSWER = { Item: { pk: { S: 'é' }, n: { N: '7' } } };
const lost = new Error('the lease is lost');

afterEach(stopScripted);

describe('a signal that aborts', () => {
  test.each<[string, RequestListener]>([
    ['there is no answer', isSilent],
    ['half of the answer is there', stopsHalfway],
  ])('ends a call while %s, with its reason', async (_, hangs) => {
    const { asked, get, next } = await scriptedAws(hangs, says(ANSWER));
    const abort = new AbortController();
    const [reached, error] = [next(), toError(get(abort.signal), false)];
    await reached;
    setTimeout(() => abort.abort(lost), 50);
    expect(await error).toBe(lost);
    expect(asked.length).toBe(1);
  });

  test('ends a call that waits for its next attempt, with its reason', async () => {
    const { asked, get, next } = await scriptedAws(refuses('ThrottlingException'), says(ANSWER));
    // It would wait for ten seconds.
    const random = jest.spyOn(Math, 'random').mockReturnValue(10);
    try {
      const abort = new AbortController();
      const [reached, error] = [next(), toError(get(abort.signal), false)];
      await reached;
      setTimeout(() => abort.abort(lost), 50);
      const stillWaits = sleep(3_000, 'it waits on', { ref: false });
      expect(await Promise.race([error, stillWaits])).toBe(lost);
      expect(asked.length).toBe(1);
    } finally {
      random.mockRestore();
    }
  });

  test('before a call lets it make no request', async () => {
    const { asked, get } = await scriptedAws(says(ANSWER));
    expect(await toError(get(AbortSignal.abort(lost)), false)).toBe(lost);
    expect(asked).toEqual([]);
  });

  test('is not kept by a call that is over, however it ended', async () => {
    const { get } = await scriptedAws(says(ANSWER), refuses('ValidationException'), hangsUp, says(ANSWER));
    const { signal } = new AbortController();
    await get(signal);
    await toError(get(signal), false);
    await get(signal);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});
