import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { after, key, keyPrefix, parseKey } from '../../core/table/key';
import type { List } from '../../core/table/list';
import { entities, TABLE } from '../../core/table/schema';
import { bytes } from '../../core/table/stored-item';
import type { Table } from '../../core/table/table';
import { REQUEST_LOG_DAYS } from '../contract/usage';
import type { CountedRequest } from '../domain/usage';

/** JSON compressed with zstd. */
const REQUESTS = 'z';
/** Stays within DynamoDB's item size even with the longest paths. */
const REQUESTS_PER_ITEM = 100;
const MAX_PATH = 256;
/** Between the first and last request of an item. Reads of a time range start this much earlier. */
const MAX_SPREAD_MS = 300_000;

export type LoggedRequest = Omit<CountedRequest, 'owner'>;

export const requestLogReader = () => ({
  /** Includes requests up to MAX_SPREAD_MS before the range (Unix ms): callers must filter. */
  ofOwner: (owner: string, from: number, to: number): List<LoggedRequest> => {
    const { pk, sk } = entities.RequestLog;
    return {
      pk: key(pk, { owner }),
      low: keyPrefix(sk, { time: Math.max(0, from - MAX_SPREAD_MS) }),
      high: after(keyPrefix(sk, { time: to })),
      rows: (item) => {
        const first = parseKey(sk, item.sk);
        const requests = JSON.parse(zstdDecompressSync(bytes(item[REQUESTS])).toString('utf8')) as LoggedRequest[];
        return requests.map((value, i) => ({ key: key(sk, { ...first, row: first.row + i }), value }));
      },
    };
  },
});

export const requestLogWriter = (table: Pick<Table, 'write'>) => ({
  /** Idempotent: a repeat writes the same items. */
  async put(owner: string, objectId: Uint8Array, requests: readonly LoggedRequest[]): Promise<void> {
    const { pk, sk } = entities.RequestLog;
    const object = Buffer.from(objectId).toString('hex');
    let row = 0;
    const items = toItems(requests.toSorted((a, b) => a.at - b.at)).map((some) => {
      const [{ at: time } = { at: 0 }] = some;
      const item = {
        pk: key(pk, { owner }),
        sk: key(sk, { time, object, row }),
        [REQUESTS]: zstdCompressSync(
          JSON.stringify(some.map((one) => ({ ...one, path: one.path.slice(0, MAX_PATH) }))),
        ),
        [TABLE.ttl]: Math.floor(time / 1_000) + REQUEST_LOG_DAYS * 86_400,
      };
      row += some.length;
      return item;
    });
    await table.write(items.map((put) => ({ put })));
  },
});

/** `requests` must be sorted by time. */
function toItems(requests: readonly LoggedRequest[]): LoggedRequest[][] {
  const items: LoggedRequest[][] = [];
  for (const request of requests) {
    const last = items.at(-1);
    const fits = last && last.length < REQUESTS_PER_ITEM && request.at - (last[0]?.at ?? 0) <= MAX_SPREAD_MS;
    if (fits) last.push(request);
    else items.push([request]);
  }
  return items;
}
