import { createStates } from '../../../lambdas/pchain/node/states';
import { muteLog } from '../../support/mute-log';
import { memoryBucket } from '../../support/pchain/bucket';
import { RECORDINGS, RecordedNetwork } from '../../support/pchain/recorded';

muteLog();

const state = new RecordedNetwork(RECORDINGS[0]).genesis();
const signal = AbortSignal.timeout(60_000);

/** States at heights 10, 20 and 30, in alternating places. */
async function stored() {
  const { client, objects } = memoryBucket();
  const states = createStates('bucket', client);
  let place: 0 | 1 = 0;
  for (const height of [10, 20, 30]) place = await states.put('chain', { ...state, height }, place, signal);
  const heightAt = async (height: number) => (await states.newest('chain', height))?.state.height;
  return { states, objects, heightAt };
}

test('the newest state up to a height is found, and the oldest is overwritten', async () => {
  const { heightAt, objects } = await stored();
  expect([await heightAt(99), await heightAt(30), await heightAt(29), await heightAt(19)]).toEqual([
    30,
    30,
    20,
    undefined,
  ]);
  expect(objects.size).toBe(2);
});
test('a stored state is read back unchanged', async () => {
  const { states } = await stored();
  expect((await states.newest('chain', 30))?.state).toEqual({ ...state, height: 30 });
  expect(await states.newest('another', 30)).toBeUndefined();
});
test('a broken object falls back to the other state', async () => {
  const { heightAt, objects } = await stored();
  const [first, second] = [...objects.keys()];
  for (const key of [first, second]) {
    const whole = objects.get(key ?? '') ?? new Uint8Array();
    objects.set(key ?? '', whole.subarray(0, 40));
    expect(await heightAt(99)).toBe(key === first ? 20 : 30);
    objects.set(key ?? '', whole);
  }
});
