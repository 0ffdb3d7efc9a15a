import { visibleBlock } from '../../../lambdas/chain/domain/cursor';
import { cursorKey } from '../../../lambdas/chain/rows/cursor-item';
import { LeaseLost, takeLease } from '../../../lambdas/chain/rows/lease';
import { createCursor } from '../../../lambdas/chain/rows/new-cursor';
import { testTimer } from '../../support/follower/timer';
import { hash } from '../../support/make/blocks';
import { memoryTable } from '../../support/tables/memory';

const CHAIN = { chainId: '31337', finalityDepth: 64 };

describe('the lease of a chain', () => {
  const timer = testTimer();
  const fresh = () => {
    const { table } = memoryTable();
    return (start = 0) => takeLease(table, CHAIN, timer, () => createCursor(table, '31337', { start }, timer.now()));
  };

  test('the lease has one holder, who sees the next one waiting and hands over on release', async () => {
    const take = fresh();
    const first = await take(7);
    expect(first?.cursor).toMatchObject({ number: 6, start: 7, epoch: 0, fence: 1 });
    expect(await take()).toBeUndefined();
    expect(first?.cursor.wanted).toBe(false);
    await first?.lookForNext();
    expect(first?.cursor.wanted).toBe(true);
    await first?.polled({ head: 9, headTime: 5 }, true);
    await first?.release();
    const second = await take();
    expect(second?.cursor).toMatchObject({ fence: 2, wanted: false, head: 9 });
    second?.close();
  });

  test('an idle lease is renewed every five seconds, with the latest poll', async () => {
    const { table } = memoryTable();
    const lease = await takeLease(table, CHAIN, timer, () => createCursor(table, '31337', { start: 0 }, timer.now()));
    await lease?.polled({ head: 9, headTime: 5 }, true);
    const before = table.meter.writeUnits;
    let polledAt = 0;
    for (let second = 1; second <= 61; second++) {
      await timer.sleep(1_000);
      polledAt = timer.now();
      await lease?.polled({ head: 9, headTime: 5 }, true);
    }
    expect(table.meter.writeUnits - before).toBe(12);
    expect(polledAt - (lease?.cursor.polledAt ?? 0)).toBeLessThanOrEqual(6_000);
    expect(lease?.cursor.leaseUntil).toBeGreaterThan(timer.now());
    await lease?.release();
    expect(lease?.cursor.polledAt).toBe(polledAt);
  });

  test('the lease keeps when the head was last our own block, through later blocks, heads and commits', async () => {
    const take = fresh();
    const lease = await take();
    const idleAt = async (head: number, ours = true) => {
      await timer.sleep(60_000);
      const now = timer.now();
      await lease?.polled({ head, headTime: 5 }, ours);
      // Written with the next change.
      await lease?.commit({ number: 3, time: 3, cumulative: 0, hash: hash(3) }, 0);
      return now - (lease?.cursor.idleAt ?? 0);
    };
    expect(lease?.cursor.idleAt).toBe(0);
    await lease?.commit({ number: 3, time: 3, cumulative: 0, hash: hash(3) }, 0);
    expect(await idleAt(3)).toBe(0);
    for (const [head, ours] of [
      [4, true],
      [2, true],
      [3, false],
    ] as const)
      expect(await idleAt(head, ours)).toBeGreaterThanOrEqual(60_000);
    expect(await idleAt(3)).toBe(0);
    // The new branch may have blocks of the time before.
    await lease?.beginRollback([{ number: 3, hash: hash(3) }], 2);
    expect(lease?.cursor.idleAt).toBe(0);
    lease?.close();
  });

  test.each([600_000, 3_600_000, 1e12])(
    'the lease is free at once after the clock was set back by %i ms',
    async (ms) => {
      const take = fresh();
      timer.set(ms);
      const first = await take();
      expect(await take()).toBeUndefined();
      timer.set(-ms);
      const second = await take();
      expect(second?.cursor).toMatchObject({ fence: 2 });
      await expect(first?.recordError('late')).rejects.toThrow(LeaseLost);
      first?.close();
      second?.close();
    },
  );

  test.each([-3_600_000, 3_600_000])(
    'a holder renews its lease every five seconds while the clock is moved by %i ms',
    async (ms) => {
      const take = fresh();
      const lease = await take();
      const signal = lease?.signal();
      await timer.sleep(1_000);
      timer.set(ms);
      await timer.sleep(5_000);
      expect(lease?.cursor.leaseUntil).toBeGreaterThan(timer.now() + 8_000);
      expect(await take()).toBeUndefined();
      expect([signal?.aborted, lease?.signal().aborted]).toEqual([false, false]);
      timer.set(-ms);
      await lease?.release();
    },
  );

  test('the lease is not taken from a holder with a clock slightly ahead', async () => {
    const { table } = memoryTable();
    const timer = testTimer();
    const ahead = { ...timer, now: () => timer.now() + 1_500 };
    const create = () => createCursor(table, '1', { start: 0 }, timer.now());
    const first = await takeLease(table, { chainId: '1', finalityDepth: 64 }, ahead, create);
    expect(first).toBeDefined();
    expect(await takeLease(table, { chainId: '1', finalityDepth: 64 }, timer, create)).toBeUndefined();
    first?.close();
  });

  test('a dead holder is replaced after ten seconds, and can no longer write', async () => {
    const take = fresh();
    const gone = await take();
    gone?.close();
    timer.advance(10_001);
    const next = await take();
    expect(next?.cursor.fence).toBe(2);
    await expect(gone?.begin([{ number: 0, hash: hash(1) }], { head: 1, headTime: 1 })).rejects.toThrow(LeaseLost);
    expect(next?.cursor.pending).toBeUndefined();
    gone?.close();
    next?.close();
  });

  test('a late holder renews its lease unless another took it, in which case it gets LeaseLost', async () => {
    const { table: all } = memoryTable();
    // Late writes are aborted.
    const table = {
      ...all,
      async updateIf(...given: Parameters<typeof all.updateIf>) {
        given[3]?.throwIfAborted();
        return all.updateIf(...given);
      },
    };
    const create = () => createCursor(table, '31337', { start: 0 }, timer.now());
    const slow = await takeLease(table, CHAIN, timer, create);
    // As with a blocked event loop.
    timer.advance(8_000);
    await timer.sleep(250);
    expect(slow?.cursor.leaseUntil).toBeGreaterThan(timer.now());
    expect(slow?.signal().aborted).toBe(false);
    await slow?.begin([{ number: 0, hash: hash(1) }], { head: 1, headTime: 1 });
    expect(slow?.cursor.pending).toBeDefined();
    await table.updateIf(cursorKey('31337'), { set: { f: 7 } }, {});
    await timer.sleep(6_000);
    await expect(slow?.polled({ head: 1, headTime: 1 }, true)).rejects.toThrow(LeaseLost);
    await expect(slow?.lookForNext()).rejects.toThrow(LeaseLost);
    slow?.close();
  });

  test('a takeover fails if the holder renews at the same moment', async () => {
    const { table } = memoryTable();
    const create = () => createCursor(table, '31337', { start: 0 }, timer.now());
    const slow = await takeLease(table, CHAIN, timer, create);
    slow?.close();
    timer.advance(10_001);
    // The holder's write lands between the read and the takeover.
    const between = {
      ...table,
      async get(...given: Parameters<typeof table.get>) {
        const found = await table.get(...given);
        await table.updateIf(cursorKey('31337'), { set: { l: timer.now() + 10_000 } }, {});
        return found;
      },
    };
    expect(await takeLease(between, CHAIN, timer, create)).toBeUndefined();
  });

  test('pending work is visible to the next holder until it is committed', async () => {
    const take = fresh();
    const first = await take();
    const blocks = [
      { number: 0, hash: hash(1) },
      { number: 1, hash: hash(2) },
    ];
    await first?.begin(blocks, { head: 5, headTime: 9 });
    await first?.release();
    const second = await take();
    expect(second?.cursor.pending).toEqual({ kind: 'index', blocks });
    await second?.commit({ number: 1, hash: hash(2), time: 8, cumulative: 3 }, 1);
    expect(second?.cursor).toMatchObject({ number: 1, hash: hash(2), time: 8, cumulative: 3, head: 5, serial: 1 });
    expect(second?.cursor.pending).toBeUndefined();
    second?.close();
  });

  test('readers see the chain without its orphans from the moment a rollback begins', async () => {
    const take = fresh();
    const lease = await take();
    if (!lease) throw new Error('no lease');
    await lease.commit({ number: 4, hash: hash(4), time: 40, cumulative: 4 }, 4);
    await lease.beginRollback(
      [
        { number: 3, hash: hash(3) },
        { number: 4, hash: hash(4) },
      ],
      20,
    );
    expect([visibleBlock(lease.cursor), lease.cursor.epoch, lease.cursor.time]).toEqual([2, 1, 20]);
    await lease.lower({ number: 2, hash: hash(2), time: 20, cumulative: 2 }, 2);
    expect([visibleBlock(lease.cursor), lease.cursor.hash, lease.cursor.pending]).toEqual([2, hash(2), undefined]);
    expect(lease.cursor.serial).toBe(6);
    lease.close();
  });

  test('a head too low to compare keeps the last error; a head on our branch clears it', async () => {
    const take = fresh();
    const lease = await take();
    await lease?.lastError('too deep', true);
    const again = await take();
    await again?.polled({ head: 1, headTime: 1 }, false);
    expect(again?.cursor).toMatchObject({ lastError: 'too deep', halted: true, head: 1 });
    await again?.polled({ head: 2, headTime: 2 }, true);
    expect(again?.cursor).toMatchObject({ halted: false, head: 2 });
    expect(again?.cursor.lastError).toBeUndefined();
    again?.close();
  });
});
