import { exactJson, fromExactJson } from '../../core/domain/exact-json';
import type { Item } from '../../core/table/item';
import { after, key } from '../../core/table/key';
import { readPages } from '../../core/table/pages';
import { entities } from '../../core/table/schema';
import { type Stored, text } from '../../core/table/stored-item';
import type { Table } from '../../core/table/table';
import { NO_STAKES, type StakingDay, type StakingTotals, sumStakes } from '../domain/staking-day';
import { ATTRIBUTE, digits } from './items';

/** Ids as 0x and hex. */
export type StakingOf =
  | { readonly kind: 'network' }
  | { readonly kind: 'subnet' | 'node' | 'validation'; readonly id: string };

/** At the end of a day. */
export interface StakingDayRow extends Partial<StakingTotals> {
  /** Start of the day, Unix seconds. */
  readonly time: number;
  /** Paid by L1 validators in the day, in nAVAX; absent if the day began before fees were counted. */
  readonly fees?: bigint;
}

const { PStakingDay } = entities;
const PAGE = 1_000;
const LETTER = { network: 'a', subnet: 's', node: 'n', validation: 'v' } as const;
const ofKey = (of: StakingOf): string => `${LETTER[of.kind]}${of.kind === 'network' ? '' : digits(of.id)}`;

function toItem(network: string, of: StakingOf, { time, ...row }: StakingDayRow): Item {
  const { pk, sk } = PStakingDay;
  return { pk: key(pk, { network, of: ofKey(of) }), sk: key(sk, { time }), [ATTRIBUTE.json]: exactJson(row) };
}

/** Subnets without validators have no row, nodes and validations without fees neither. */
export function stakingDayItems(network: string, day: StakingDay): Item[] {
  const { time, subnets, paid } = day;
  const fees = { subnet: new Map<string, bigint>(), node: new Map<string, bigint>() };
  let all = 0n;
  for (const one of paid?.values() ?? []) {
    fees.subnet.set(one.subnetId, (fees.subnet.get(one.subnetId) ?? 0n) + one.fees);
    fees.node.set(one.nodeId, (fees.node.get(one.nodeId) ?? 0n) + one.fees);
    all += one.fees;
  }
  const withFees = (sum: bigint) => (paid ? { fees: sum } : {});
  return [
    toItem(network, { kind: 'network' }, { time, ...sumStakes(day), ...withFees(all) }),
    ...[...new Set([...subnets.keys(), ...fees.subnet.keys()])].map((id) =>
      toItem(
        network,
        { kind: 'subnet', id },
        { time, ...(subnets.get(id) ?? NO_STAKES), ...withFees(fees.subnet.get(id) ?? 0n) },
      ),
    ),
    ...[...fees.node].map(([id, sum]) => toItem(network, { kind: 'node', id }, { time, fees: sum })),
    ...[...(paid ?? [])].map(([id, one]) => toItem(network, { kind: 'validation', id }, { time, fees: one.fees })),
  ];
}

const readItem = (item: Stored): StakingDayRow => ({
  ...fromExactJson<Omit<StakingDayRow, 'time'>>(text(item[ATTRIBUTE.json])),
  time: Number(item.sk),
});
const MAX_TIME = 9_999_999_999;

export function stakingDayReader(table: Pick<Table, 'query'>) {
  const one = async (
    network: string,
    of: StakingOf,
    ascending: boolean,
    below = MAX_TIME,
  ): Promise<StakingDayRow | undefined> => {
    if (below <= 0) return undefined;
    const { pk, sk } = PStakingDay;
    const range = { low: key(sk, { time: 0 }), high: after(key(sk, { time: below - 1 })), limit: 1, ascending };
    const { items } = await table.query({ pk: key(pk, { network, of: ofKey(of) }), ...range });
    return items[0] && readItem(items[0]);
  };
  const range = async (network: string, of: StakingOf, from: number, to: number): Promise<StakingDayRow[]> => {
    if (from >= to) return [];
    const { pk, sk } = PStakingDay;
    const days = {
      pk: key(pk, { network, of: ofKey(of) }),
      low: key(sk, { time: from }),
      high: after(key(sk, { time: to - 1 })),
      limit: PAGE,
    };
    const rows: StakingDayRow[] = [];
    for await (const page of readPages(table, days)) rows.push(...page.map(readItem));
    return rows;
  };
  return {
    /** Of the whole network. */
    first: (network: string) => one(network, { kind: 'network' }, true),
    last: (network: string) => one(network, { kind: 'network' }, false),
    /** Ascending, of days before `to`; Unix seconds. */
    range,
    /** The same, with the last row before `from`. */
    async since(network: string, of: StakingOf, from: number, to: number): Promise<StakingDayRow[]> {
      const [before, rows] = await Promise.all([one(network, of, false, from), range(network, of, from, to)]);
      return before ? [before, ...rows] : rows;
    },
  };
}
