import type { Table } from '../../../lambdas/core/table/table';
import { handler as turnOff } from '../../../lambdas/webhooks/api/deactivate-webhook';
import { handler as getWebhook } from '../../../lambdas/webhooks/api/get-webhook';
import { handler as listWebhooks } from '../../../lambdas/webhooks/api/list-webhooks';
import { handler as updateWebhook } from '../../../lambdas/webhooks/api/update-webhook';
import type { SenderDeps } from '../../../lambdas/webhooks/delivery/deps';
import { createTally } from '../../../lambdas/webhooks/delivery/tally';
import { messageId } from '../../../lambdas/webhooks/domain/message';
import { RETRY_DELAYS_MS } from '../../../lambdas/webhooks/domain/schedule';
import { messageWriter } from '../../../lambdas/webhooks/rows/message-item';
import { captureLog } from '../../support/capture-log';
import { call } from '../../support/endpoints/call';
import { aSender } from '../../support/endpoints/sender';
import { PRO } from '../../support/endpoints/webhooks';
import { withMutedErrors } from '../../support/endpoints/with-muted-errors';
import { address, hash } from '../../support/make/blocks';
import { muteLog } from '../../support/mute-log';

muteLog();

const HOUR_MS = 3_600_000;
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

describe('message delivery', () => {
  test.each([200, 201, 204, 299])(
    'a message answered with %i is delivered once and leaves nothing pending',
    async (statusCode) => {
      const { own, deliver, posted, message, ref } = await aSender(() => ({ statusCode, answer: 'ok' }));
      await deliver();
      await deliver();
      expect(posted).toHaveLength(1);
      expect(await message()).toMatchObject({
        status: 'delivered',
        sequence: 1,
        attempts: [{ at: own.now(), statusCode, answer: 'ok', latencyMs: 5 }],
      });
      expect(await own.pending.find(ref.webhook)).toBeUndefined();
    },
  );

  test('a message claimed by five concurrent senders is sent once', async () => {
    const { deliver, posted } = await aSender(() => ({ statusCode: 200 }));
    await Promise.all(Array.from({ length: 5 }, () => deliver()));
    expect(posted).toHaveLength(1);
  });

  test('a message of a crashed sender is retried after the lease expires, and the attempt counts', async () => {
    const { deliver, posted, state, message } = await aSender((attempt) => {
      if (attempt === 1) throw new Error('the process ends here');
      return { statusCode: 200 };
    });
    await expect(deliver()).rejects.toThrow('the process ends here');
    await deliver();
    expect([posted.length, (await message()).attempts]).toEqual([1, []]);
    state.now += 16_000;
    await deliver();
    expect((await message()).attempts).toMatchObject([{ error: expect.stringContaining('interrupted') }]);
    state.now += 10_000;
    await deliver();
    expect(posted).toHaveLength(2);
    expect(await message()).toMatchObject({ status: 'delivered', tries: 2, attempts: [{}, { statusCode: 200 }] });
  });

  test('two concurrent successors of a crashed sender record one attempt and schedule one retry', async () => {
    const { deliver, own, posted, state, message, ref } = await aSender((attempt) => {
      if (attempt === 1) throw new Error('the process ends here');
      return { statusCode: 200 };
    });
    await expect(deliver()).rejects.toThrow('the process ends here');
    state.now += 16_000;
    await Promise.all([0.3, 0.45].map((draw) => deliver({ ...own, draw: () => draw })));
    expect(await message()).toMatchObject({ tries: 1, attempts: [{ error: expect.stringContaining('interrupted') }] });
    const { due } = await own.outbox.next(ref.webhook, state.now + 60_000, 10, false);
    expect(due).toMatchObject([{ due: (await message()).nextAttemptAt }]);
    for (let second = 0; second < 14; second++, state.now += 1_000) await deliver();
    expect(posted).toHaveLength(2);
    expect(await message()).toMatchObject({ status: 'delivered', tries: 2 });
  });

  test('a message with several outbox entries within a second is sent and leaves nothing pending', async () => {
    const { deliver, own, posted, state, message, refAt, ref } = await aSender((attempt) => ({
      statusCode: attempt === 1 ? 500 : 200,
    }));
    await deliver();
    const { nextAttemptAt = 0 } = await message();
    const before = [nextAttemptAt - 900, nextAttemptAt - 600].map((due) => ({ ...refAt(0), replay: false, due }));
    await own.outbox.add(before, state.now);
    state.now = nextAttemptAt - 500;
    await deliver();
    expect([posted.length, (await message()).status]).toEqual([2, 'delivered']);
    expect(await own.pending.find(ref.webhook)).toBeUndefined();
  });

  test('a delivered message with a leftover outbox entry can be replayed', async () => {
    const { deliver, own, posted, state, refAt, replay } = await aSender(() => ({ statusCode: 200 }));
    await deliver();
    await own.outbox.add([{ ...refAt(0), replay: false, due: state.now - 1 }], state.now);
    await replay();
    expect(posted).toHaveLength(2);
  });

  test('a crashed sender counts as one attempt even if its successor crashes on another message', async () => {
    const { deliver, create, state, message } = await aSender((attempt) => {
      if (attempt <= 2) throw new Error('the process ends here');
      return { statusCode: 200 };
    });
    await expect(deliver()).rejects.toThrow('the process ends here');
    await create([1]);
    for (const _ of ['its successor', 'the next']) {
      state.now += 16_000;
      await deliver().catch(() => undefined);
    }
    expect((await message()).attempts).toMatchObject([
      { error: expect.stringContaining('interrupted') },
      { statusCode: 200 },
    ]);
  });

  test.each([
    ['ten minutes', 600_000],
    ['an hour', HOUR_MS],
    ['a year', 8_760 * HOUR_MS],
  ])('a failed message is retried at once after the clock is set back by %s', async (_, lead) => {
    const { deliver, posted, state, message } = await aSender((nth) => ({ statusCode: nth === 1 ? 500 : 200 }));
    state.lead = lead;
    await deliver();
    await deliver();
    expect(posted).toHaveLength(1);
    state.lead = 0;
    await deliver();
    expect([posted.length, (await message()).status]).toEqual([2, 'delivered']);
  });

  test('a message of a crashed sender is taken over at once after the clock is set back', async () => {
    const { deliver, posted, state, message } = await aSender((attempt) => {
      if (attempt === 1) throw new Error('the process ends here');
      return { statusCode: 200 };
    });
    state.lead = HOUR_MS;
    await deliver().catch(() => undefined);
    state.lead = 0;
    await deliver();
    expect((await message()).attempts).toMatchObject([{ error: expect.stringContaining('interrupted') }]);
    state.now += 10_000;
    await deliver();
    expect([posted.length, (await message()).status]).toEqual([2, 'delivered']);
  });

  test('a message is sent once by concurrent senders while the clock is set back', async () => {
    const { deliver, posted, state } = await aSender(async () => {
      state.lead = -HOUR_MS;
      await deliver();
      return { statusCode: 200 };
    });
    state.lead = 600;
    await deliver();
    expect(posted).toHaveLength(1);
  });

  test('an attempt is listed once if its sender crashes after recording the result', async () => {
    const { deliver, own, posted, state, message } = await aSender((nth) => ({ statusCode: nth === 1 ? 500 : 200 }));
    const release = async () => {
      throw new Error('the process ends here');
    };
    await expect(deliver({ ...own, health: { ...own.health, release } })).rejects.toThrow('the process ends here');
    state.now += 16_000;
    await deliver();
    expect(posted).toHaveLength(2);
    expect(await message()).toMatchObject({ tries: 2, attempts: [{ statusCode: 500 }, { statusCode: 200 }] });
  });

  test.each([
    ['succeeded', { statusCode: 200 }, 'delivered'],
    ['failed', { statusCode: 500 }, 'pending'],
    ['was rejected permanently', { statusCode: 410 }, 'failed'],
  ])('an attempt that %s is listed once if its write is repeated after a lost response', async (...of) => {
    const [, received, status] = of;
    const { deliver, own, message, table } = await aSender(() => received);
    const twice: SenderDeps['messages'] = {
      ...own.messages,
      settle: async (...given) => {
        const repeating: Table = {
          ...table,
          changeIf: async (...change) => {
            await table.changeIf(...change);
            return table.changeIf(...change);
          },
        };
        return messageWriter(repeating).settle(...given);
      },
    };
    await deliver({ ...own, messages: twice });
    expect(await message()).toMatchObject({ status, tries: 1, attempts: [received] });
    expect((await message()).attempts).toHaveLength(1);
  });

  test('a message that is not yet readable is looked up again after a second, and given up after a minute', async () => {
    const { deliver, own, posted, state, ref, create, messageAt } = await aSender(() => ({ statusCode: 200 }));
    await deliver();
    const unreadable: SenderDeps = {
      ...own,
      batches: { read: async (...of) => ({ ...(await own.batches.read(...of)), messages: new Map() }) },
    };
    await create([1], { createdAt: state.now });
    await deliver(unreadable);
    expect((await own.pending.find(ref.webhook))?.due).toBe(state.now + 1_000);
    state.now += 1_000;
    await deliver();
    expect([posted.length, (await messageAt(1)).status]).toEqual([2, 'delivered']);
    await create([2], { createdAt: state.now });
    state.now += 61_000;
    await deliver(unreadable);
    expect(await own.pending.find(ref.webhook)).toBeUndefined();
  });

  test('a message that takes too long to build is not sent after its lease may have expired', async () => {
    const { deliver, own, posted, state, message } = await aSender(() => ({ statusCode: 200 }));
    const kinds = own.kinds.map((kind) => ({
      ...kind,
      sample: async () => {
        state.now += 5_000;
        return {};
      },
    }));
    await deliver({ ...own, kinds });
    expect(posted).toEqual([]);
    expect(await message()).toMatchObject({
      status: 'pending',
      attempts: [{ error: expect.stringContaining('time') }],
    });
  });

  test('a message that crashes every sender fails after twelve attempts', async () => {
    const { deliver, state, message } = await aSender(() => {
      throw new Error('the process ends here');
    });
    for (let day = 0; day < 24; day++, state.now += 25 * HOUR_MS) await deliver().catch(() => undefined);
    expect(await message()).toMatchObject({ status: 'failed', tries: 12 });
  });

  test.each([[{ statusCode: 500 }], [{ statusCode: 302 }], [{ statusCode: 404 }], [{ error: 'closed' }]])(
    'a message answered with %j is attempted twelve times over three days under one ID, and then fails',
    async (answer) => {
      const { deliver, posted, queued, state, message, deps, ref } = await aSender(() => answer);
      for (const [i, delay] of RETRY_DELAYS_MS.entries()) {
        await deliver();
        const { status, attempts, nextAttemptAt } = await message();
        expect([status, attempts.length, nextAttemptAt]).toEqual(['pending', i + 1, state.now + delay]);
        state.now += delay;
      }
      await deliver();
      const ended = await message();
      expect([ended.status, ended.attempts.length, ended.nextAttemptAt]).toEqual(['failed', 12, undefined]);
      expect(new Set(posted.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
      expect(new Set(posted.map(({ body }) => body)).size).toBe(1);
      expect(new Set(posted.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(12);
      // Retries due within 15 minutes are queued with a delay; the sweep finds later ones.
      expect(queued.slice(0, 4)).toEqual([{ delay: 10 }, { delay: 60 }, { delay: 300 }, { delay: 600 }]);
      expect(state.now - 1_700_000_000_000).toBeGreaterThan(75 * HOUR_MS);
      state.now += 48 * HOUR_MS;
      await deliver();
      expect(posted).toHaveLength(12);
      const failed = await deps.page([deps.Message.withStatus(ref.webhook, 'failed')], { ascending: true, size: 5 });
      expect(failed.values).toMatchObject([{ digest: ref.digest }]);
    },
  );

  test('a message that cannot be built records an attempt without a request and is retried', async () => {
    const { deliver, own, posted, state, message } = await aSender(() => ({ statusCode: 200 }));
    const sample = () => Promise.reject(new Error('no block'));
    const broken = { ...own, kinds: own.kinds.map((kind) => ({ ...kind, sample })) };
    await withMutedErrors(() => deliver(broken));
    expect(posted).toEqual([]);
    expect(await message()).toMatchObject({ status: 'pending', attempts: [{ error: expect.any(String) }] });
    state.now += 10_000;
    await deliver();
    expect(await message()).toMatchObject({ status: 'delivered', tries: 2 });
  });

  test('a longer Retry-After postpones the next attempt', async () => {
    const { deliver, state, message } = await aSender(() => ({ statusCode: 503, retryAfter: '120' }));
    await deliver();
    expect((await message()).nextAttemptAt).toBe(state.now + 120_000);
  });

  test('duplicate queue messages cause no attempt before the next one is due', async () => {
    const { deliver, posted, state, message } = await aSender(() => ({ statusCode: 500 }));
    for (let copy = 0; copy < 12; copy++) await deliver();
    expect([posted.length, (await message()).tries]).toEqual([1, 1]);
    state.now += 10_000;
    await deliver();
    expect(posted).toHaveLength(2);
  });

  test('a message revoked while earlier ones are sent is not sent', async () => {
    const revoked = Promise.withResolvers<void>();
    const { deliver, create, deps, posted, state, messageAt } = await aSender(async (nth) => {
      state.now += 200;
      if (nth === 1) await deps.write.Message.revoke(await messageAt(15), state.now).then(() => revoked.resolve());
      await revoked.promise;
      return { statusCode: 200 };
    });
    await create(range(1, 20));
    await deliver();
    expect(posted).toHaveLength(20);
    expect(await messageAt(15)).toMatchObject({ status: 'revoked', attempts: [] });
  });

  test('a message of a disabled webhook fails without being sent', async () => {
    const { deliver, deps, ref, posted, message } = await aSender(() => ({ statusCode: 200 }));
    await deps.write.Webhook.turnOff({ owner: PRO.ownerId, id: ref.webhook });
    await deliver();
    expect(posted).toEqual([]);
    expect(await message()).toMatchObject({ status: 'failed', attempts: [{ error: 'the webhook is inactive' }] });
  });

  test('the sender tallies messages by outcome', async () => {
    const { own, deliver, replay, create, deps, state, message, messageAt } = await aSender((nth) => ({
      statusCode: [500, 200, 200, 410][nth - 1] ?? 500,
    }));
    const tally = async (work: (tally: ReturnType<typeof createTally>) => Promise<void>) => {
      const made = createTally();
      await work(made);
      return made.outcomes;
    };
    const delivered = () => tally((made) => deliver(own, { tally: made }));
    const none = { delivered: 0, retried: 0, failed: 0, revoked: 0 };
    expect(await delivered()).toEqual({ ...none, retried: 1 });
    expect(await delivered()).toEqual(none);
    await create(range(1, 2));
    await deps.write.Message.revoke(await messageAt(2), state.now);
    state.now += HOUR_MS;
    expect(await delivered()).toEqual({ ...none, delivered: 2, revoked: 1 });
    await create([3]);
    expect(await delivered()).toEqual({ ...none, failed: 1 });
    await deps.write.Message.revoke(await message(), state.now);
    expect(await tally((made) => replay(0, { tally: made }))).toEqual({ ...none, revoked: 1 });
    expect(await tally((made) => replay(1, { tally: made }))).toEqual({ ...none, failed: 1 });
    expect((await messageAt(1)).status).toBe('delivered');
  });

  test('a failed replay of a message whose retry follows counts as retried', async () => {
    const { deliver, replay } = await aSender(() => ({ statusCode: 500 }));
    await deliver();
    const made = createTally();
    await replay(0, { tally: made });
    expect(made.outcomes).toEqual({ delivered: 0, retried: 1, failed: 0, revoked: 0 });
  });

  test('a message has the current custom headers of its webhook, which never override our own', async () => {
    const { deliver, create, replay, deps, ref, posted } = await aSender(() => ({ statusCode: 200 }));
    const change = (headers: Record<string, string> | null) =>
      call(updateWebhook, deps, { caller: PRO, params: { id: ref.webhook }, body: { headers } });
    await change({ 'X-Key': 'one', authorization: 'Bearer two' });
    await deliver();
    await change({ 'x-key': 'three' });
    await replay();
    await change(null);
    await create([1]);
    await deliver();
    const own = (i: number) => [posted[i]?.headers['x-key'], posted[i]?.headers.authorization];
    expect([0, 1, 2].map(own)).toEqual([
      ['one', 'Bearer two'],
      ['three', undefined],
      [undefined, undefined],
    ]);
    // No request can store these.
    const ours = { 'x-signature': 'theirs', 'content-type': 'text/plain', 'webhook-id': 'theirs' };
    await deps.write.Webhook.change({ owner: PRO.ownerId, id: ref.webhook }, { headers: ours });
    await create([2]);
    await deliver();
    expect(posted[3]?.headers).toMatchObject({ 'content-type': 'application/json' });
    expect(Object.values(posted[3]?.headers ?? {})).not.toContain('theirs');
  });

  test('a failed attempt is logged with its message and the hash of its block, a delivered one is not', async () => {
    const { deliver, create, ref, messageAt } = await aSender((nth) => ({ statusCode: nth === 1 ? 200 : 503 }));
    const blockHash = hash(7);
    await create([1], { kind: 'added', of: { blockHash } });
    await create([2]);
    const log = captureLog();
    await deliver();
    log.restore();
    const failed = log.lines.filter(({ message }) => message === 'delivery attempt failed');
    const ids = async (tx: number) => ({ webhook: ref.webhook, messageId: messageId(await messageAt(tx)), attempt: 1 });
    expect(failed).toHaveLength(2);
    expect(failed).toContainEqual(
      expect.objectContaining({ ...(await ids(1)), level: 'WARN', correlationId: blockHash }),
    );
    expect(failed).toContainEqual(expect.objectContaining({ ...(await ids(2)), statusCode: 503 }));
  });

  test('custom header values appear in neither logs nor attempts when a delivery fails', async () => {
    const { deliver, own, create, deps, ref, state, message } = await aSender(() => ({ error: 'ECONNRESET' }));
    await deps.write.Webhook.change({ owner: PRO.ownerId, id: ref.webhook }, { headers: { 'x-key': 'top-secret' } });
    const log = captureLog();
    await deliver();
    const sample = () => Promise.reject(new Error('no block'));
    await create([1]);
    state.now += 10_000;
    await deliver({ ...own, kinds: own.kinds.map((kind) => ({ ...kind, sample })) });
    log.restore();
    expect(JSON.stringify(log.lines)).toContain(ref.webhook);
    expect(JSON.stringify([log.lines, await message()])).not.toContain('top-secret');
  });

  test('a message body has its listed ID, its sequence number and the watched address', async () => {
    const { deliver, ref, posted, message } = await aSender(() => ({ statusCode: 200 }));
    await deliver();
    const body = JSON.parse(posted[0]?.body ?? '') as Record<string, unknown>;
    expect(body).toMatchObject({
      webhookId: ref.webhook,
      eventType: 'address_activity',
      messageId: messageId(await message()),
      sequence: 1,
      event: { transaction: { erc20Transfers: [{ to: address(1) }], erc721Transfers: [], erc1155Transfers: [] } },
    });
  });
});

describe('sender session', () => {
  test('messages are numbered from 1 without gaps across sessions and failures', async () => {
    const { deliver, create, state, messageAt } = await aSender((nth) => ({ statusCode: nth % 7 === 0 ? 500 : 200 }));
    await create(range(1, 60));
    for (let again = 0; again < 8; again++, state.now += 61_000) await deliver();
    await create(range(61, 70));
    for (let again = 0; again < 4; again++, state.now += 61_000) await deliver();
    const sequences = await Promise.all(range(0, 70).map(async (tx) => (await messageAt(tx)).sequence ?? 0));
    expect(sequences.toSorted((a, b) => a - b)).toEqual(range(1, 71));
  });

  test('a session sends up to ten messages at once, and at least five to a new receiver', async () => {
    let [now, most] = [0, 0];
    const { deliver, create, messageAt } = await aSender(async () => {
      most = Math.max(most, ++now);
      await new Promise((resolve) => setImmediate(resolve));
      now--;
      return { statusCode: 200 };
    });
    await create(range(1, 4));
    await create(range(5, 20));
    await deliver();
    expect(most).toBeLessThanOrEqual(10);
    const first = most;
    await create(range(21, 40));
    await deliver();
    expect([first >= 5, most]).toEqual([true, 10]);
    for (const tx of range(0, 40)) expect((await messageAt(tx)).status).toBe('delivered');
  });

  test('messages added during a session are sent by its sender', async () => {
    let added = false;
    const world = await aSender(async () => {
      if (!added) {
        added = true;
        await world.create([1]);
        // Another sender finds the lease taken.
        await world.deliver();
      }
      return { statusCode: 200 };
    });
    await world.deliver();
    expect((await world.messageAt(1)).status).toBe('delivered');
  });

  test('messages left at the deadline of an invocation are queued for another one', async () => {
    const { deliver, own, create, queued, state, posted } = await aSender(() => {
      state.now += 600;
      return { statusCode: 200 };
    });
    await create(range(1, 99));
    await deliver(own, { until: state.now + 15_000 });
    expect(posted.length).toBeGreaterThan(10);
    expect(posted.length).toBeLessThan(60);
    expect(queued).toEqual([{ delay: undefined }]);
  });

  test('a session settles its message and releases the lease even if the retry cannot be queued', async () => {
    const { deliver, own, posted, state, message } = await aSender(() => ({ statusCode: 500 }));
    const queue = { send: async () => Promise.reject(new Error('the queue is down')) };
    await withMutedErrors(() => deliver({ ...own, queue }));
    expect((await message()).attempts).toHaveLength(1);
    state.now += 10_000;
    await deliver();
    expect([posted.length, (await message()).attempts.length]).toEqual([2, 2]);
  });

  test('a message to a slow receiver waits for 30 seconds if all slow slots are taken', async () => {
    const { deliver, own, create, posted, state, ref } = await aSender(() => ({ statusCode: 200, latencyMs: 9_000 }));
    await deliver();
    await create([1]);
    await deliver(own, { takeSlowPlace: () => undefined });
    expect(posted).toHaveLength(1);
    expect((await own.pending.find(ref.webhook))?.due).toBe(state.now + 30_000);
    await deliver();
    expect(posted).toHaveLength(2);
  });
});

describe('delivery lease', () => {
  test('a repeated take returns the same lease, and a late holder that renews is not taken over', async () => {
    const { own, ref, state } = await aSender(() => ({ statusCode: 200 }));
    const lease = (token: string) => ({ webhook: ref.webhook, token, until: state.now + 15_000 });
    const a = lease('a');
    const taken = await own.health.take(a, [ref], state.now);
    expect(await own.health.take(a, [ref], state.now)).toEqual(taken);
    state.now += 16_000;
    const b = lease('b');
    expect(await own.health.take(b, [], state.now)).toMatchObject({ refused: 'cut off', token: 'a' });
    expect(await own.health.claim({ ...a, until: state.now + 15_000 }, [], {})).toBe(true);
    expect(await own.health.take(b, [], state.now, { instead: 'a' })).toEqual({ refused: 'taken' });
  });
});

describe('receiver health', () => {
  test('a dead receiver is probed once a minute, and its webhook is disabled with a reason after five days', async () => {
    const { deliver, create, deps, ref, posted, state, message, messageAt } = await aSender(() => ({
      error: 'closed',
    }));
    const DAY_MS = 24 * HOUR_MS;
    const began = state.now;
    await create(range(1, 40));
    // Within one minute: five fail, and the rest waits without an attempt.
    for (let again = 0; again < 5; again++) await deliver();
    expect(posted).toHaveLength(5);
    expect(await messageAt(30)).toMatchObject({ status: 'pending', tries: 0 });
    // Then one probe a minute.
    state.now += 61_000;
    for (let again = 0; again < 5; again++) await deliver();
    expect(posted).toHaveLength(6);
    const isActive = async () => (await deps.Webhook.find(PRO.ownerId, ref.webhook))?.active;
    for (; state.now < began + 5 * DAY_MS - 2 * HOUR_MS; state.now += HOUR_MS) await deliver();
    expect(await isActive()).toBe(true);
    for (; state.now < began + 6 * DAY_MS; state.now += HOUR_MS) await deliver();
    expect(await isActive()).toBe(false);
    expect((await deps.Webhook.find(PRO.ownerId, ref.webhook))?.disabledReason).toMatch('five days');
    const sentBefore = posted.length;
    for (let again = 0; again < 5; again++, state.now += 25 * HOUR_MS) await deliver();
    expect(posted).toHaveLength(sentBefore);
    for (const one of [await message(), await messageAt(30)]) expect(one.status).toBe('failed');
    expect((await messageAt(40)).attempts.at(-1)?.error).toMatch('five days');
  });

  test('a recovered receiver gets every pending message', async () => {
    let isUp = false;
    const { deliver, create, posted, state, messageAt } = await aSender(() =>
      isUp ? { statusCode: 200 } : { statusCode: 500 },
    );
    await create(range(1, 20));
    await deliver();
    expect(posted).toHaveLength(5);
    isUp = true;
    state.now += 61_000;
    await deliver();
    state.now += 61_000;
    await deliver();
    expect(posted).toHaveLength(5 + 21);
    for (const tx of range(0, 20)) expect((await messageAt(tx)).status).toBe('delivered');
  });

  test('a 410 response disables the webhook at once', async () => {
    const { deliver, deps, ref, message } = await aSender(() => ({ statusCode: 410 }));
    await deliver();
    expect(await message()).toMatchObject({ status: 'failed', attempts: [{ statusCode: 410 }] });
    expect(await deps.Webhook.find(PRO.ownerId, ref.webhook)).toMatchObject({
      active: false,
      disabledReason: 'the receiver answered 410 Gone',
    });
  });

  test('a re-enabled webhook stays enabled after a failure and after a 410 from its previous URL', async () => {
    const { own, deliver, create, deps, ref, state } = await aSender(() => ({ statusCode: 500 }));
    const of = { owner: PRO.ownerId, id: ref.webhook };
    const isActive = async () => (await deps.Webhook.find(of.owner, of.id))?.active;
    await deliver();
    state.now += 6 * 24 * HOUR_MS;
    await deliver();
    expect(await isActive()).toBe(false);
    await deps.write.Webhook.turnOn(of, 1, { turnedOnAt: state.now, since: { number: 10, epoch: 0 } });
    await create([1]);
    await deliver();
    expect(await isActive()).toBe(true);
    const post: SenderDeps['receivers']['post'] = async () => {
      await deps.write.Webhook.change(of, { url: 'https://example.com/other' });
      return { latencyMs: 1, statusCode: 410 };
    };
    await create([2]);
    await deliver({ ...own, receivers: { post } });
    expect(await isActive()).toBe(true);
  });

  test('a receiver that rejects removals gets each three times, and stays healthy and enabled', async () => {
    const { deliver, create, deps, ref, posted, state, messageAt, own } = await aSender(() => ({ statusCode: 410 }));
    const of = { blockHash: `0x${'1'.repeat(64)}`, txHash: `0x${'2'.repeat(64)}` };
    const kinds = own.kinds.map((kind) => ({ ...kind, body: async () => ({}) }));
    await deps.write.Message.settle(await messageAt(0), { status: 'delivered', attempt: { at: 1, latencyMs: 1 } });
    await create([1, 2, 3], { kind: 'removed', removes: messageId({ ...ref, kind: 'added' }), of });
    for (let again = 0; again < 12; again++, state.now += HOUR_MS) await deliver({ ...own, kinds });
    expect(posted).toHaveLength(9);
    for (const tx of [1, 2, 3]) expect(await messageAt(tx)).toMatchObject({ status: 'failed', tries: 3 });
    expect((await deps.Webhook.find(PRO.ownerId, ref.webhook))?.active).toBe(true);
    expect((await deps.WebhookHealth.of([ref.webhook])).get(ref.webhook)?.failures).toBe(0);
  });
});

describe('webhook health shown to the owner', () => {
  const DAY_MS = 24 * HOUR_MS;
  /** The webhook as its owner sees it, which must be the same in the list. */
  const shown = async ({ deps, ref }: Awaited<ReturnType<typeof aSender>>) => {
    const { body } = await call(getWebhook, deps, { caller: PRO, params: { id: ref.webhook } });
    const { body: all } = await call(listWebhooks, deps, { caller: PRO });
    expect(all.webhooks).toEqual([body]);
    return body;
  };

  test('health is absent before the first attempt and then follows every attempt', async () => {
    let answer: { statusCode: number; latencyMs?: number } = { statusCode: 200, latencyMs: 20 };
    const world = await aSender(() => answer);
    const { deliver, create, state } = world;
    expect(await shown(world)).not.toHaveProperty('health');
    await deliver();
    const health = { state: 'healthy', failuresInARow: 0, lastSuccessAt: state.now, latencyMs: 20 };
    expect((await shown(world)).health).toEqual(health);
    answer = { statusCode: 500, latencyMs: 20 };
    await create([1]);
    state.now += 1_000;
    await deliver();
    expect((await shown(world)).health).toEqual({ ...health, state: 'failing', failuresInARow: 1 });
    await create([2, 3, 4, 5, 6]);
    for (let again = 0; again < 5; again++) await deliver();
    const nextTryAt = state.now + 60_000;
    expect((await shown(world)).health).toEqual({ ...health, state: 'dead', failuresInARow: 5, nextTryAt });
    answer = { statusCode: 200, latencyMs: 9_000 };
    state.now += 61_000;
    await deliver();
    expect((await shown(world)).health).toMatchObject({ state: 'slow', failuresInARow: 0, lastSuccessAt: state.now });
  });

  test('lastFailedAt is set at no extra write when a message fails permanently, and kept by later successes and replays', async () => {
    let statusCode = 500;
    const world = await aSender(() => ({ statusCode }));
    const { deliver, create, state, message, deps, ref, table } = world;
    const costs: number[] = [];
    const deliverAndCount = async () => {
      const before = table.meter.requests;
      await deliver();
      costs.push(table.meter.requests - before);
    };
    for (const delay of RETRY_DELAYS_MS) {
      await deliverAndCount();
      expect((await shown(world)).health).not.toHaveProperty('lastFailedAt');
      state.now += delay;
    }
    await deliverAndCount();
    expect((await message()).status).toBe('failed');
    // One request less than the attempt before, which added a retry to the outbox.
    expect(costs.at(-1)).toBe((costs.at(-2) ?? 0) - 1);
    const lastFailedAt = state.now;
    expect((await shown(world)).health).toMatchObject({ state: 'dead', lastFailedAt });
    expect(await shown(world)).toMatchObject({ status: 'active' });
    statusCode = 200;
    await create([1]);
    state.now += 61_000;
    await deliver();
    expect((await shown(world)).health).toMatchObject({ state: 'healthy', failuresInARow: 0, lastFailedAt });
    // A failed replay fails no message.
    statusCode = 500;
    state.now += 1_000;
    await world.replay();
    expect((await shown(world)).health).toMatchObject({ lastFailedAt });
    expect((await deps.WebhookHealth.of([ref.webhook])).get(ref.webhook)?.lastFailedAt).toBe(lastFailedAt);
  });

  test('lastFailedAt is set when a message fails that crashed all of its senders', async () => {
    const world = await aSender(() => {
      throw new Error('the process ends here');
    });
    const { deliver, state, message } = world;
    for (let day = 0; day < 24 && (await message()).status === 'pending'; day++, state.now += 25 * HOUR_MS)
      await deliver().catch(() => undefined);
    expect((await message()).status).toBe('failed');
    expect((await shown(world)).health).toMatchObject({ lastFailedAt: state.now - 25 * HOUR_MS });
  });

  test('lastFailedAt is not set by a message revoked during its last attempt', async () => {
    const world = await aSender(async () => {
      await world.deps.write.Message.revoke(await world.message(), 5);
      return { statusCode: 410 };
    });
    await world.deliver();
    expect((await world.message()).status).toBe('revoked');
    expect((await shown(world)).health).not.toHaveProperty('lastFailedAt');
  });

  test('a webhook disabled by the service shows when and why until it is enabled or turned off by its owner', async () => {
    const world = await aSender(() => ({ statusCode: 410 }));
    const { deliver, create, state, deps, ref } = world;
    await deliver();
    expect(await shown(world)).toMatchObject({
      status: 'inactive',
      disabledReason: 'the receiver answered 410 Gone',
      disabledAt: state.now,
      health: { state: 'failing', failuresInARow: 1, lastFailedAt: state.now },
    });
    await create([1]);
    state.now += DAY_MS;
    await deliver();
    expect((await shown(world)).health).toMatchObject({ lastFailedAt: state.now });
    const asked = { caller: PRO, params: { id: ref.webhook } };
    const { body: on } = await call(updateWebhook, deps, { ...asked, body: { status: 'active' } });
    expect([on.status, on.disabledReason, on.disabledAt]).toEqual(['active', undefined, undefined]);
    await create([2]);
    await deliver();
    expect(await shown(world)).toMatchObject({ disabledAt: state.now });
    for (const body of [(await call(turnOff, deps, asked)).body, await shown(world)]) {
      expect(body.status).toBe('inactive');
      for (const field of ['disabledReason', 'disabledAt']) expect(body).not.toHaveProperty(field);
    }
  });
});

describe('message replay', () => {
  test('a successful replay to a dead receiver resumes normal delivery', async () => {
    let isUp = false;
    const { deliver, create, replay, posted, state, messageAt } = await aSender(() =>
      isUp ? { statusCode: 200 } : { error: 'closed' },
    );
    await create(range(1, 7));
    await deliver();
    expect(posted).toHaveLength(5);
    const tried = (await Promise.all(range(0, 7).map(messageAt))).findIndex(({ tries }) => tries > 0);
    await replay(tried);
    expect(posted).toHaveLength(6);
    isUp = true;
    await replay(tried);
    expect((await messageAt(tried)).status).toBe('delivered');
    state.now += 40 * 60_000;
    await deliver();
    for (const tx of range(0, 7)) expect((await messageAt(tx)).status).toBe('delivered');
  });

  test('a replay reaches a dead receiver even if the next attempt of its message is due', async () => {
    const { deliver, create, replay, posted, state, messageAt } = await aSender(() => ({ error: 'closed' }));
    await create(range(1, 7));
    await deliver();
    const tried = (await Promise.all(range(0, 7).map(messageAt))).findIndex(({ tries }) => tries > 0);
    state.now += 20_000;
    await replay(tried);
    expect(posted).toHaveLength(6);
  });

  test('a replay is sent even if a due retry of its message fails because the webhook is off', async () => {
    const { deliver, deps, ref, own, refAt, replay, posted, state } = await aSender((nth) => ({
      statusCode: nth === 1 ? 500 : 200,
    }));
    await deliver();
    await deps.write.Webhook.turnOff({ owner: PRO.ownerId, id: ref.webhook });
    await own.outbox.add([{ ...refAt(0), replay: false, due: state.now }], state.now);
    state.now += 20_000;
    await replay();
    expect(posted).toHaveLength(2);
  });

  test('a replay of an unattempted message sends it once', async () => {
    const { replay, posted } = await aSender(() => ({ statusCode: 200 }));
    await replay();
    expect(posted).toHaveLength(1);
  });

  test('a replay keeps the message ID, and its failure keeps the status, even on an inactive webhook', async () => {
    let statusCode = 200;
    const { deliver, replay, deps, ref, posted, message } = await aSender(() => ({ statusCode }));
    await deliver();
    await deps.write.Webhook.turnOff({ owner: PRO.ownerId, id: ref.webhook });
    statusCode = 500;
    await replay();
    expect(await message()).toMatchObject({
      status: 'delivered',
      tries: 1,
      attempts: [{ statusCode: 200 }, { statusCode: 500 }],
    });
    expect(new Set(posted.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(posted.map(({ body }) => body)).size).toBe(1);
  });

  test.each(['delivered', 'failed', 'pending'] as const)(
    'a replay of a message revoked while %s is not sent and records the reason',
    async (status) => {
      const { replay, deps, own, ref, posted, message } = await aSender(() => ({ statusCode: 200 }));
      await own.outbox.remove([{ ...ref, replay: false, due: 1_000 }]);
      const outcome = { status, attempt: { at: 1, latencyMs: 1 } };
      await deps.write.Message.settle(await message(), outcome);
      await deps.write.Message.revoke(await message(), 5);
      await replay();
      expect(posted).toEqual([]);
      expect((await message()).attempts.at(-1)?.error).toMatch('removed by a reorg');
      expect((await message()).status).toBe(status === 'pending' ? 'revoked' : status);
    },
  );

  test('a replay requested repeatedly is sent once, after new messages', async () => {
    const { deliver, create, deps, own, posted, refAt, state } = await aSender(() => ({ statusCode: 200 }));
    await deliver();
    for (let again = 0; again < 3; again++)
      await deps.write.ReplayEntry.add([{ ...refAt(0), createdAt: 1_000 }], state.now);
    await deps.write.PendingWebhook.mark([{ webhook: refAt(0).webhook, owner: PRO.ownerId }], state.now, {
      replays: true,
    });
    await create([1]);
    await deliver(own);
    expect(posted.map(({ headers }) => headers['webhook-id']?.slice(16, 21))).toEqual(['00000', '00001', '00000']);
  });

  test('a replayed message keeps only its last thirty attempts', async () => {
    const { deliver, replay, message } = await aSender((attempt) => ({ statusCode: 400 + attempt }));
    await deliver();
    for (let again = 0; again < 34; again++) await replay();
    const { attempts } = await message();
    expect([attempts.length, attempts[0]?.statusCode, attempts.at(-1)?.statusCode]).toEqual([30, 406, 435]);
  });
});
