import { verify, verifySimple } from '../../../docs/receivers/verify.mjs';
import { handler as rotateShared } from '../../../lambdas/webhooks/api/generate-or-rotate-shared-secret';
import { handler as rotateOwn } from '../../../lambdas/webhooks/api/generate-or-rotate-webhook-secret';
import { handler as getShared } from '../../../lambdas/webhooks/api/get-shared-secret';
import { handler as removeOwn } from '../../../lambdas/webhooks/api/remove-webhook-secret';
import { call } from '../../support/endpoints/call';
import { aSender } from '../../support/endpoints/sender';
import { aWebhook, PRO } from '../../support/endpoints/webhooks';
import { muteLog } from '../../support/mute-log';

muteLog();

const DAY_MS = 24 * 3_600_000;

/** A sender, the secret endpoints on the sender's clock, and a check of message signatures. */
async function signingWorld() {
  const sender = await aSender(() => ({ statusCode: 200 }));
  const { deps: given, ref, state, posted } = sender;
  const deps = { ...given, now: () => state.now };
  const params = { id: ref.webhook };
  let count = 0;
  const asked = (immediate: boolean, more = {}) => ({
    ...more,
    caller: PRO,
    ...(immediate ? { query: { immediate: 'true' } } : {}),
  });
  return {
    ...sender,
    shared: async () => String((await call(getShared, deps, { caller: PRO })).body.secret),
    rotateShared: async (immediate = false) => String((await call(rotateShared, deps, asked(immediate))).body.secret),
    rotateOwn: async (immediate = false) =>
      String((await call(rotateOwn, deps, asked(immediate, { params }))).body.secret),
    removeOwn: () => call(removeOwn, deps, { params, caller: PRO }),
    /** Sends a message and returns the secrets that verify it, which must agree for both schemes. */
    async signedBy(secrets: Readonly<Record<string, string>>) {
      await sender.create([++count]);
      await sender.deliver();
      const last = posted.at(-1);
      if (!last) throw new Error('nothing was sent');
      const { headers, body } = last;
      const raw = Buffer.from(body);
      const standard = (secret: string) => verify(secret, headers, raw, state.now / 1_000);
      const simple = (secret: string) => verifySimple(secret, headers, raw);
      const [one, two] = [standard, simple].map((verifies) =>
        Object.entries(secrets).flatMap(([name, secret]) => (verifies(secret) ? [name] : [])),
      );
      expect(one).toEqual(two);
      expect(headers['webhook-signature']?.split(' ')).toHaveLength(one?.length ?? 0);
      return one;
    },
  };
}

describe('webhook secret', () => {
  test('a first webhook secret signs beside the shared one for a day, then alone, and only for its own webhook', async () => {
    const { deps, own, shared, rotateOwn, signedBy, state } = await signingWorld();
    const before = await shared();
    expect(await signedBy({ before })).toEqual(['before']);
    const first = await rotateOwn();
    expect(await signedBy({ before, first })).toEqual(['before', 'first']);
    state.now += DAY_MS - 1;
    expect(await signedBy({ before, first })).toEqual(['before', 'first']);
    state.now += 1;
    expect(await signedBy({ before, first })).toEqual(['first']);
    const { id } = await aWebhook(deps);
    const { signing } = await own.batches.read({ owner: PRO.ownerId, id }, [], state.now);
    expect(signing).toEqual([Buffer.from(before, 'hex').toString()]);
  });

  test('a rotated webhook secret signs for another day, and a second rotation ends the oldest', async () => {
    const { shared, rotateOwn, signedBy, state } = await signingWorld();
    const [owners, first, second] = [await shared(), await rotateOwn(), await rotateOwn()];
    expect(await signedBy({ owners, first, second })).toEqual(['first', 'second']);
    const third = await rotateOwn();
    expect(await signedBy({ owners, first, second, third })).toEqual(['second', 'third']);
    state.now += DAY_MS;
    expect(await signedBy({ owners, first, second, third })).toEqual(['third']);
  });

  test('an immediate rotation of a webhook secret ends the previous one at once', async () => {
    const { shared, rotateOwn, signedBy } = await signingWorld();
    const [owners, first] = [await shared(), await rotateOwn(true)];
    expect(await signedBy({ owners, first })).toEqual(['first']);
    const second = await rotateOwn();
    expect(await signedBy({ owners, first, second })).toEqual(['first', 'second']);
    const third = await rotateOwn(true);
    expect(await signedBy({ owners, first, second, third })).toEqual(['third']);
  });

  test('a removed webhook secret is replaced by the shared one at once', async () => {
    const { shared, rotateOwn, removeOwn, signedBy } = await signingWorld();
    const [owners, first] = [await shared(), await rotateOwn()];
    await removeOwn();
    expect(await signedBy({ owners, first })).toEqual(['owners']);
    const second = await rotateOwn();
    expect(await signedBy({ owners, first, second })).toEqual(['owners', 'second']);
  });

  test('a rotation of the shared secret keeps the webhook secret and replaces the one beside it', async () => {
    const { shared, rotateShared, rotateOwn, signedBy, state } = await signingWorld();
    const [leaked, own] = [await shared(), await rotateOwn()];
    const next = await rotateShared(true);
    expect(await signedBy({ leaked, next, own })).toEqual(['next', 'own']);
    state.now += DAY_MS;
    expect(await signedBy({ leaked, next, own })).toEqual(['own']);
  });
});

test('an immediate rotation of the shared secret ends the previous ones at once', async () => {
  const { shared, rotateShared, signedBy } = await signingWorld();
  const [first, second] = [await shared(), await rotateShared()];
  expect(await signedBy({ first, second })).toEqual(['first', 'second']);
  const third = await rotateShared(true);
  expect(await signedBy({ first, second, third })).toEqual(['third']);
});
