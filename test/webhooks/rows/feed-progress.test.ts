import type { DoneEvent } from '../../../lambdas/webhooks/domain/feed-progress';
import { createBlockMessages } from '../../../lambdas/webhooks/rows/block-messages';
import { createFeedEntries, feedEntryReader } from '../../../lambdas/webhooks/rows/feed-entries';
import { createFeedProgress, wasSkipped } from '../../../lambdas/webhooks/rows/feed-progress';
import { CHAIN } from '../../support/endpoints/webhooks';
import { hash } from '../../support/make/blocks';
import { memoryTable } from '../../support/tables/memory';

const T0 = Date.UTC(2026, 0, 1);
const NONE: ReadonlySet<string> = new Set();
const LATER = T0 + 15 * 60_000;

const blocks = (...serials: readonly number[]): DoneEvent[] =>
  serials.map((serial) => ({ serial, block: 100 + serial, kind: 'added' }));

const block = { chain: CHAIN, number: 102, hash: hash(102), incarnation: 1 };
const message = {
  ...{
    webhook: 'wh',
    owner: 'owner',
    block: 102,
    tx: 0,
    digest: '0'.repeat(32),
    kind: 'added' as const,
    createdAt: T0,
  },
  of: { blockHash: hash(102) },
};

function feed() {
  const { table } = memoryTable();
  const entries = feedEntryReader(table);
  return {
    table,
    progress: createFeedProgress(table),
    entries: createFeedEntries(table),
    read: async () => {
      const found = [];
      for await (const group of entries.of({ owner: 'owner', id: 'wh' }, { serial: 0, rank: 0 })) found.push(...group);
      return found.map(({ serial, rank, kind }) => ({ serial, rank, kind }));
    },
  };
}

test('an overdue event is skipped for both passes, and late when it is matched', async () => {
  const { progress } = feed();
  await progress.done(CHAIN, { matched: blocks(1, 3), settled: blocks(1) }, T0);
  expect(await progress.done(CHAIN, { matched: blocks(4), settled: [] }, LATER)).toEqual({ skipped: 1 });
  const found = await progress.of(CHAIN);
  expect([found.matched.serial, found.settled.serial]).toEqual([4, 2]);
  expect([wasSkipped(found, 2, 'added'), wasSkipped(found, 2, 'removed'), wasSkipped(found, 2, 'traced')]).toEqual([
    true,
    true,
    true,
  ]);
  const { late } = await progress.done(CHAIN, { matched: blocks(2, 5), settled: [] }, LATER);
  expect(late).toEqual(blocks(2)[0]);
  expect((await progress.of(CHAIN)).matched.serial).toBe(5);
});

test('an event with overdue traces is skipped for webhooks that wait for them alone', async () => {
  const { progress } = feed();
  await progress.done(CHAIN, { matched: blocks(1, 2, 3), settled: blocks(1, 3) }, T0);
  await progress.done(CHAIN, { matched: blocks(4), settled: [] }, LATER);
  const found = await progress.of(CHAIN);
  expect([found.matched.serial, found.settled.serial]).toEqual([4, 3]);
  expect([wasSkipped(found, 2, 'added'), wasSkipped(found, 2, 'timedOut')]).toEqual([false, true]);
});

test('traces are not overdue while the block itself is not matched', async () => {
  const { progress } = feed();
  await progress.done(CHAIN, { matched: [], settled: blocks(1, 3) }, T0);
  await progress.done(CHAIN, { matched: blocks(1), settled: [] }, LATER);
  expect((await progress.of(CHAIN)).settled.serial).toBe(1);
});

test('a late message is appended once, after the last block that any reader may have read', async () => {
  const { progress, entries, read } = feed();
  await progress.done(CHAIN, { matched: blocks(1, 3, 4), settled: blocks(1) }, T0);
  await progress.done(CHAIN, { matched: blocks(5), settled: [] }, LATER);
  for (let i = 0; i < 2; i++) await entries.addLate(block, 2, { messages: [message], waiting: NONE }, LATER);
  expect(await read()).toEqual([{ serial: 5, rank: 1, kind: 'added' }]);
});

test('a late removal is appended once', async () => {
  const { progress, entries, read } = feed();
  await progress.done(CHAIN, { matched: blocks(1, 3), settled: blocks(1, 3) }, T0);
  await progress.done(CHAIN, { matched: blocks(4), settled: blocks(4) }, LATER);
  for (let i = 0; i < 2; i++) await entries.removeLate(CHAIN, 2, { origin: 1, incarnation: 1 }, [message], LATER);
  expect(await read()).toEqual([{ serial: 4, rank: 1, kind: 'removed' }]);
});

test('concurrent retries append a late message once', async () => {
  const { progress, entries, read } = feed();
  await progress.done(CHAIN, { matched: blocks(1, 3), settled: blocks(1, 3) }, T0);
  await progress.done(CHAIN, { matched: blocks(4), settled: blocks(4) }, LATER);
  await Promise.all([1, 2, 3].map(() => entries.addLate(block, 2, { messages: [message], waiting: NONE }, LATER)));
  expect(await read()).toEqual([{ serial: 4, rank: 1, kind: 'added' }]);
});

test('late messages of a removed block are not appended, however many', async () => {
  const { table, progress, entries, read } = feed();
  await progress.done(CHAIN, { matched: blocks(1, 3), settled: blocks(1, 3) }, T0);
  await progress.done(CHAIN, { matched: blocks(4), settled: blocks(4) }, LATER);
  await createBlockMessages(table).markRevoked(block, 3, LATER);
  const many = Array.from({ length: 120 }, (_, tx) => ({ ...message, tx, digest: tx.toString(16).padStart(32, '0') }));
  await entries.addLate(block, 2, { messages: many, waiting: NONE }, LATER);
  expect(await read()).toEqual([]);
});

test('more late messages than one transaction takes are appended in several', async () => {
  const { progress, entries, read } = feed();
  await progress.done(CHAIN, { matched: blocks(1, 3), settled: blocks(1, 3) }, T0);
  await progress.done(CHAIN, { matched: blocks(4), settled: blocks(4) }, LATER);
  const many = Array.from({ length: 120 }, (_, tx) => ({ ...message, tx, digest: tx.toString(16).padStart(32, '0') }));
  await entries.addLate(block, 2, { messages: many, waiting: NONE }, LATER);
  expect(await read()).toHaveLength(120);
});
