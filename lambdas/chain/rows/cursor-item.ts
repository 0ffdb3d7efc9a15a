import { readSecondCopy, SECOND_COPY } from '../../core/table/copy-keys';
import { hexToBytes, toHex } from '../../core/table/hex';
import { key } from '../../core/table/key';
import { entities } from '../../core/table/schema';
import type { BlockRef } from '../domain/block';
import type { Cursor, Pending } from '../domain/cursor';
import type { CountBefore } from '../domain/transaction-counts';
import { readHidden } from './hidden-blocks';

export const cursorKey = (chain: string) => ({
  pk: key(entities.Cursor.pk, { chain }),
  sk: key(entities.Cursor.sk, { cursor: 'head' }),
});

/** Beside those in `hidden-blocks.ts`. Short, as the item is written twice per block. */
export const CURSOR = {
  number: 'n',
  hash: 'h',
  time: 't',
  cumulative: 'c',
  counts: 'cb',
  start: 's',
  epoch: 'e',
  serial: 'q',
  fence: 'f',
  leaseUntil: 'l',
  wanted: 'w',
  /** `i` index or `r` rollback; the first block; hashes of contiguous blocks, 32 bytes each. */
  pendingKind: 'p',
  pendingFrom: 'pn',
  pendingHashes: 'ph',
  /** As for `pending`. */
  publishedFrom: 'bn',
  publishedHashes: 'bh',
  head: 'hd',
  headTime: 'ht',
  polledAt: 'at',
  idleAt: 'ia',
  strayHead: 'sh',
  strayHeadTime: 'st',
  lastError: 'x',
  halted: 'z',
  second: SECOND_COPY,
  derived: 'dv',
} as const satisfies Record<string, string>;

export function readCursor(item: Record<string, unknown>): Cursor {
  const number = (name: keyof typeof CURSOR) => Number(item[CURSOR[name]] ?? 0);
  const hash = item[CURSOR.hash];
  const lastError = item[CURSOR.lastError];
  const counts = item[CURSOR.counts];
  const pending = readPending(item);
  const published = readBlocks(item, 'published');
  const hidden = readHidden(item);
  const second = readSecondCopy(item);
  const derived = item[CURSOR.derived];
  return {
    number: number('number'),
    ...(hash instanceof Uint8Array ? { hash: toHex(hash) } : {}),
    time: number('time'),
    cumulative: number('cumulative'),
    // An earlier build of 0.1.0 wrote a number.
    ...(typeof counts === 'string' ? { counts: readCounts(counts) } : {}),
    start: number('start'),
    epoch: number('epoch'),
    serial: number('serial'),
    fence: number('fence'),
    leaseUntil: number('leaseUntil'),
    wanted: item[CURSOR.wanted] === true,
    ...(pending ? { pending } : {}),
    ...(published ? { published } : {}),
    ...(hidden.length > 0 ? { hidden } : {}),
    ...(second ? { second } : {}),
    ...(typeof derived === 'string' ? { derived } : {}),
    head: number('head'),
    headTime: number('headTime'),
    polledAt: number('polledAt'),
    idleAt: number('idleAt'),
    ...(item[CURSOR.strayHead] === undefined
      ? {}
      : { stray: { head: number('strayHead'), headTime: number('strayHeadTime') } }),
    ...(typeof lastError === 'string' ? { lastError } : {}),
    halted: item[CURSOR.halted] === true,
  };
}

/** In base 36; undefined if empty. */
export const countsValue = (counts: readonly CountBefore[]): string | undefined =>
  counts.length === 0
    ? undefined
    : counts.map(({ from, before }) => `${from.toString(36)}:${before.toString(36)}`).join();

const readCounts = (text: string): CountBefore[] =>
  text.split(',').map((one) => {
    const [from = '', before = ''] = one.split(':');
    return { from: Number.parseInt(from, 36), before: Number.parseInt(before, 36) };
  });

/** Marks a height without a block among the hashes. */
const NO_HASH = `0x${'00'.repeat(32)}`;

export const writePending = ({ blocks, kind }: Pending): Record<string, unknown> => ({
  [CURSOR.pendingKind]: kind === 'index' ? 'i' : 'r',
  ...writeBlocks(blocks, 'pending'),
});

/** Throws if blocks do not ascend, as only the first number is stored. */
export function writeBlocks(blocks: readonly BlockRef[], name: 'pending' | 'published'): Record<string, unknown> {
  const [first, last] = [blocks[0], blocks.at(-1)];
  if (!first || !last || blocks.some((block, i) => block.number <= (blocks[i - 1]?.number ?? -1)))
    throw new Error(`${name} blocks must ascend and not be empty`);
  const hashes = Array.from({ length: last.number - first.number + 1 }, () => NO_HASH);
  for (const { number, hash } of blocks) hashes[number - first.number] = hash;
  return {
    [CURSOR[`${name}From`]]: first.number,
    [CURSOR[`${name}Hashes`]]: Buffer.concat(hashes.map(hexToBytes)),
  };
}

function readBlocks(item: Record<string, unknown>, name: 'pending' | 'published'): BlockRef[] | undefined {
  const hashes = item[CURSOR[`${name}Hashes`]];
  if (!(hashes instanceof Uint8Array)) return undefined;
  const from = Number(item[CURSOR[`${name}From`]]);
  return Array.from({ length: hashes.length / 32 }, (_, i) => ({
    number: from + i,
    hash: toHex(hashes.subarray(i * 32, (i + 1) * 32)),
  })).filter(({ hash }) => hash !== NO_HASH);
}

function readPending(item: Record<string, unknown>): Pending | undefined {
  const blocks = readBlocks(item, 'pending');
  return blocks && { kind: item[CURSOR.pendingKind] === 'r' ? 'rollback' : 'index', blocks };
}
