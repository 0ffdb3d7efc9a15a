import fc from 'fast-check';
import { seededRandom } from '../../../demo/random';
import { type MessageRecord, messageId } from '../../../lambdas/webhooks/domain/message';
import { type Reader, SLOW_STEP_MS, START, feedWorld as world } from '../../support/endpoints/feed';
import { repeatedRuns } from '../../support/full';
import { muteLog } from '../../support/mute-log';

muteLog();
/** A caller's messages after applying removals. Fails for a duplicate, or a removal of a message that it lacks. */
function apply(seen: readonly MessageRecord[]): Map<string, MessageRecord> {
  const held = new Map<string, MessageRecord>();
  const all = new Set<string>();
  for (const message of seen) {
    const id = messageId(message);
    expect(all).not.toContain(id);
    all.add(id);
    if (message.removes === undefined) held.set(id, message);
    else expect([message.removes, held.delete(message.removes)]).toEqual([message.removes, true]);
  }
  return held;
}

test.each([
  ['at the head', {}],
  ['with confirmations', { confirmations: 3 }],
  ['with internal transactions', { includeInternalTxs: true, waitsForTraces: true }],
] as const)(
  'readers that are interrupted hold each canonical message once, in chain order: %s',
  async (_, settings) => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 1_000_000 }), async (seed) => {
        const draw = seededRandom(seed);
        const isSlow = draw() < 0.5;
        const service = await world(settings, draw, isSlow ? SLOW_STEP_MS : 0);
        const { webhooks, path, grow, reorg, matchNext, matchAll, read, start, finish } = service;
        let readers: Reader[] = webhooks.map((webhook) => ({
          ...{ webhook, seen: [] },
          position: { start: START, read: START },
        }));
        for (let step = 0; step < 60; step++) {
          const action = draw();
          if (action < 0.3) grow();
          else if (action < 0.37) reorg();
          else if (action < 0.75) await matchNext();
          else readers = await Promise.all(readers.map(read));
          if (readers.length < webhooks.length + 2 && draw() < 0.05) readers.push(await start());
        }
        await matchAll();
        for (let i = 0; i < 5; i++) grow();
        await matchAll();
        readers = await Promise.all(readers.map(finish));
        for (const { id, confirmations = 0 } of webhooks) {
          const [held, ...others] = readers.filter(({ webhook }) => webhook.id === id).map(({ seen }) => apply(seen));
          const confirmed = path.slice(0, path.length - confirmations);
          const canonical = new Set(confirmed.map((block) => `${block.hash} ${block.number}`));
          const expected = (await service.allMessages(id))
            .filter(({ status, of, block }) => status !== 'revoked' && canonical.has(`${of?.blockHash} ${block}`))
            .map(messageId);
          expect([...(held?.keys() ?? [])].toSorted()).toEqual(expected.toSorted());
          for (const other of others) for (const one of other.keys()) expect(held?.has(one)).toBe(true);
          if (isSlow || 'waitsForTraces' in settings) continue;
          const order = [...(held?.values() ?? [])].map(({ block, tx }) => block * 10 + tx);
          expect(order).toEqual(order.toSorted((a, b) => a - b));
        }
      }),
      { ...repeatedRuns(15, 150), includeErrorInReport: true },
    );
  },
);

test.each([
  ['at the head', {}],
  ['with internal transactions', { includeInternalTxs: true, waitsForTraces: true }],
] as const)(
  'the audit counts each message once, finds deleted ones, and matching blocks again restores them: %s',
  async (_, settings) => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 1_000_000 }), async (seed) => {
        const draw = seededRandom(seed);
        const service = await world(settings, draw, draw() < 0.5 ? SLOW_STEP_MS : 0);
        const { webhooks, grow, reorg, matchNext, matchAll, finish } = service;
        for (let step = 0; step < 60; step++) {
          const action = draw();
          if (action < 0.4) grow();
          else if (action < 0.47) reorg();
          else await matchNext();
        }
        grow();
        await matchAll();
        for (const webhook of webhooks) {
          const { id } = webhook;
          const reader: Reader = { webhook, seen: [], position: { start: START, read: START } };
          const before = [...apply((await finish(reader)).seen).keys()];
          const pending = (await service.allMessages(id)).filter(({ status }) => status === 'pending');
          const whole = await service.count(webhook);
          expect(whole).toMatchObject({ pending: pending.length, lost: 0, delivered: 0, failed: 0, held: 0 });
          const deleted = pending[Math.floor(draw() * pending.length)];
          if (!deleted) throw new Error('no message is pending');
          await service.remove(deleted);
          const { block, tx, digest } = deleted;
          const position = { webhook: id, block, tx, digest };
          expect(await service.count(webhook)).toMatchObject({
            ...{ pending: pending.length - 1, lost: 1 },
            positions: [expect.objectContaining(position)],
          });
          await service.rematchAll();
          expect(await service.count(webhook)).toEqual(whole);
          expect([...apply((await finish(reader)).seen).keys()]).toEqual(before);
        }
      }),
      { ...repeatedRuns(6, 60), includeErrorInReport: true },
    );
  },
);
