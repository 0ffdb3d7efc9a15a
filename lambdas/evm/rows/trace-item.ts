import { toHex } from '../../core/table/hex';
import { key } from '../../core/table/key';
import { entities } from '../../core/table/schema';
import type { TraceCursor } from '../domain/trace-cursor';

export const traceCursorKey = (chain: string) => ({
  pk: key(entities.Cursor.pk, { chain }),
  sk: key(entities.Cursor.sk, { cursor: 'trace' }),
});

export const TRACE_CURSOR = {
  number: 'n',
  time: 't',
  epoch: 'e',
  fence: 'f',
  offAt: 'o',
  pendingFrom: 'tf',
  pendingHashes: 'th',
  pendingEpoch: 'te',
  failingBlock: 'fb',
  failingTimes: 'fn',
} as const satisfies Record<string, string>;
type TraceCursorField = keyof typeof TRACE_CURSOR;

export function readTraceCursor(item: Readonly<Record<string, unknown>>): TraceCursor {
  const number = (name: TraceCursorField) => Number(item[TRACE_CURSOR[name]] ?? 0);
  const hashes = item[TRACE_CURSOR.pendingHashes];
  const offAt = item[TRACE_CURSOR.offAt];
  return {
    number: number('number'),
    time: number('time'),
    epoch: number('epoch'),
    fence: number('fence'),
    ...(offAt === undefined ? {} : { offAt: number('offAt') }),
    ...(item[TRACE_CURSOR.failingBlock] === undefined
      ? {}
      : { failing: { block: number('failingBlock'), times: number('failingTimes') } }),
    ...(hashes instanceof Uint8Array
      ? {
          pending: {
            epoch: number('pendingEpoch'),
            blocks: Array.from({ length: hashes.length / 32 }, (_, i) => ({
              number: number('pendingFrom') + i,
              hash: toHex(hashes.subarray(i * 32, (i + 1) * 32)),
            })),
          },
        }
      : {}),
  };
}
