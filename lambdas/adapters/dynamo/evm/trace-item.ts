import type { TraceLane } from '../../../domain/evm/trace-lane';
import { key } from '../../../table/key';
import { entities } from '../../../table/schema';
import { hexOf } from '../chain/cursor-item';
import { conditionFailed, type Table } from '../table';

/** The key of a chain's lane of traces: beside the cursor of its head. */
export const laneKey = (chain: string) => ({
  pk: key(entities.Cursor.pk, { chain }),
  sk: key(entities.Cursor.sk, { lane: 'trace' }),
});

const LANE = {
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
/** What an attribute of the item is called here. */
export type LaneField = keyof typeof LANE;

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

/** What must hold of the item for a change. */
export interface LaneCondition {
  /** Absent: only where there is no lane yet. */
  readonly fence: number | undefined;
  readonly number: number;
  readonly epochUpTo: number;
}

/** The lane after the change; undefined where the condition does not hold. */
export async function changeLane(
  table: Table,
  chain: string,
  values: Partial<Record<LaneField, unknown>>,
  remove: readonly LaneField[],
  when: Partial<LaneCondition>,
  signal?: AbortSignal,
): Promise<TraceLane | undefined> {
  const sets = Object.entries(values) as [LaneField, unknown][];
  const { epochUpTo, ...equal } = when;
  const equals = Object.entries(equal) as ['fence' | 'number', number | undefined][];
  const conditions = [
    ...equals.map(([name, value]) =>
      value === undefined ? `attribute_not_exists(#${LANE[name]})` : `#${LANE[name]} = :is_${name}`,
    ),
    ...(epochUpTo === undefined ? [] : [`#${LANE.epoch} <= :upTo`]),
  ];
  const named = [...sets.map(([name]) => name), ...remove, ...equals.map(([name]) => name)];
  if (epochUpTo !== undefined) named.push('epoch');
  try {
    const item = await table.update(
      laneKey(chain),
      {
        UpdateExpression: `SET ${sets.map(([name]) => `#${LANE[name]} = :${name}`).join(', ')}${
          remove.length > 0 ? ` REMOVE ${remove.map((name) => `#${LANE[name]}`).join(', ')}` : ''
        }`,
        ConditionExpression: conditions.join(' AND '),
        ExpressionAttributeNames: Object.fromEntries(named.map((name) => [`#${LANE[name]}`, LANE[name]])),
        ExpressionAttributeValues: {
          ...Object.fromEntries(sets.map(([name, value]) => [`:${name}`, value])),
          ...Object.fromEntries(
            equals.flatMap(([name, value]) => (value === undefined ? [] : [[`:is_${name}`, value]])),
          ),
          ...(epochUpTo === undefined ? {} : { ':upTo': epochUpTo }),
        },
        ReturnValues: 'ALL_NEW',
      },
      signal,
    );
    return readLane(item ?? {});
  } catch (error) {
    if (conditionFailed(error)) return undefined;
    throw error;
  }
}
