import type { TraceLane } from '../../../domain/evm/trace-lane';
import { key } from '../../../table/key';
import { entities } from '../../../table/schema';
import { hexOf } from '../chain/cursor-item';

/** The key of a chain's lane of traces: beside the cursor of its head. */
export const laneKey = (chain: string) => ({
  pk: key(entities.Cursor.pk, { chain }),
  sk: key(entities.Cursor.sk, { lane: 'trace' }),
});

/** Attributes of the item. */
export const LANE = {
  number: 'n',
  time: 't',
  epoch: 'e',
  fence: 'f',
  leaseUntil: 'l',
  offAt: 'o',
  pendingFrom: 'tf',
  pendingHashes: 'th',
  pendingEpoch: 'te',
} as const satisfies Record<string, string>;
type LaneField = keyof typeof LANE;

/** What the item says. */
export function readLane(item: Readonly<Record<string, unknown>>): TraceLane {
  const number = (name: LaneField) => Number(item[LANE[name]] ?? 0);
  const hashes = item[LANE.pendingHashes];
  const offAt = item[LANE.offAt];
  return {
    number: number('number'),
    time: number('time'),
    epoch: number('epoch'),
    fence: number('fence'),
    leaseUntil: number('leaseUntil'),
    ...(offAt === undefined ? {} : { offAt: number('offAt') }),
    ...(hashes instanceof Uint8Array
      ? {
          pending: {
            epoch: number('pendingEpoch'),
            blocks: Array.from({ length: hashes.length / 32 }, (_, i) => ({
              number: number('pendingFrom') + i,
              hash: hexOf(hashes.subarray(i * 32, (i + 1) * 32)),
            })),
          },
        }
      : {}),
  };
}
