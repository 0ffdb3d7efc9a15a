import { getEventListeners } from 'node:events';
import type { RequestListener } from 'node:http';
import {
  errorOf,
  hangsUp,
  isSilent,
  refuses,
  says,
  scriptedAws,
  stopScripted,
  stopsHalfway,
} from '../../support/tables/scripted-aws';

const ANSWER = { Item: { pk: { S: 'é' }, n: { N: '7' } } };
const lost = new Error('the lease is lost');

afterEach(stopScripted);

describe('a signal that aborts', () => {
  test.each<[string, RequestListener]>([
    ['there is no answer', isSilent],
    ['half of the answer is there', stopsHalfway],
  ])('ends a call while %s', async (_, hangs) => {
    const { asked, get, next } = await scriptedAws(hangs, says(ANSWER));
    const abort = new AbortController();
    const [reached, error] = [next(), errorOf(get(abort.signal), false)];
    await reached;
    setTimeout(() => abort.abort(lost), 50);
    expect(await error).toMatchObject({ name: 'AbortError' });
    expect(asked.length).toBe(1);
  });

  test('ends a call that waits for its next attempt', async () => {
    const { asked, get, next } = await scriptedAws(refuses('ThrottlingException'), says(ANSWER));
    // It would wait for five seconds.
    const random = jest.spyOn(Math, 'random').mockReturnValue(10);
    try {
      const abort = new AbortController();
      const [reached, error] = [next(), errorOf(get(abort.signal), false)];
      await reached;
      setTimeout(() => abort.abort(lost), 50);
      expect(await error).toMatchObject({ name: 'AbortError' });
      expect(asked.length).toBe(1);
    } finally {
      random.mockRestore();
    }
  });

  test('before a call lets it make no request', async () => {
    const { asked, get } = await scriptedAws(says(ANSWER));
    expect(await errorOf(get(AbortSignal.abort(lost)), false)).toMatchObject({ name: 'AbortError' });
    expect(asked).toEqual([]);
  });

  test('is not kept by a call that is over, however it ended', async () => {
    const { get } = await scriptedAws(says(ANSWER), refuses('ValidationException'), hangsUp, says(ANSWER));
    const { signal } = new AbortController();
    await get(signal);
    await errorOf(get(signal), false);
    await get(signal);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});
