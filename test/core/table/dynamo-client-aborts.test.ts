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

describe('an abort signal', () => {
  test.each<[string, RequestListener]>([
    ['an answer is outstanding', isSilent],
    ['an answer is half received', stopsHalfway],
  ])('aborting ends a call while %s, with the abort reason', async (_, hangs) => {
    const { asked, get, next } = await scriptedAws(hangs, says(ANSWER));
    const abort = new AbortController();
    const [reached, error] = [next(), toError(get(abort.signal), false)];
    await reached;
    setTimeout(() => abort.abort(lost), 50);
    expect(await error).toBe(lost);
    expect(asked.length).toBe(1);
  });

  test('aborting ends a call that waits for its next attempt, with the abort reason', async () => {
    const { asked, get, next } = await scriptedAws(refuses('ThrottlingException'), says(ANSWER));
    // The retry would wait for ten seconds.
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

  test('an already aborted signal prevents the request', async () => {
    const { asked, get } = await scriptedAws(says(ANSWER));
    expect(await toError(get(AbortSignal.abort(lost)), false)).toBe(lost);
    expect(asked).toEqual([]);
  });

  test('a finished call leaves no listener on its signal', async () => {
    const { get } = await scriptedAws(says(ANSWER), refuses('ValidationException'), hangsUp, says(ANSWER));
    const { signal } = new AbortController();
    await get(signal);
    await toError(get(signal), false);
    await get(signal);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});
