import { ApiError } from '../../../core/contract/errors';
import { pChainSource } from '../../../core/contract/pchain-source';
import { DAY } from '../../../core/domain/intervals';
import { getOpenDay } from '../../../pchain/domain/staking-day';
import type { StakingDayRow, StakingOf } from '../../../pchain/rows/staking-days';
import type { L1Metric } from '../../contract/schemas';
import type { Deps } from '../implement';
import { networkOrDefault } from './networks';

interface L1Query {
  readonly network?: string | undefined;
  readonly startTimestamp?: number | undefined;
  readonly endTimestamp?: number | undefined;
}
interface L1Request {
  readonly deps: Deps<{ reads: ['Cursor', 'PNetwork', 'PStakingDay']; states: ['get'] }>;
  readonly query: L1Query;
  readonly of: StakingOf;
  readonly metric: L1Metric;
}

const VALUES = {
  totalValidatorFeesDaily: 'fees',
  totalCumulativeFeesDaily: 'cumulativeFees',
  totalPayingValidatorsDaily: 'payingValidators',
  perSubnetDailyFeesPaid: 'fees',
  perSubnetCumulativeFeesPaid: 'cumulativeFees',
  perSubnetPayingValidators: 'payingValidators',
  perNodeDailyFeesPaid: 'fees',
  perNodeCumulativeFeesPaid: 'cumulativeFees',
  validationFeesDaily: 'fees',
  validationCumulativeFeesDaily: 'cumulativeFees',
} as const satisfies Record<L1Metric, string>;

/** By day, newest first. Lists the days for which the network's fees are known. */
export async function l1Metrics({ deps, query, of, metric }: L1Request) {
  const { network } = await networkOrDefault(deps, query.network);
  const { startTimestamp = 0, endTimestamp = Number.POSITIVE_INFINITY } = query;
  const results =
    VALUES[metric] === 'payingValidators'
      ? await payingValidators(deps, network, of)
      : await fees(deps, network, of, metric);
  const inRange = ({ timestamp }: Value): boolean => timestamp >= startTimestamp && timestamp < endTimestamp;
  return { results: results.filter(inRange).toReversed() };
}

interface Value {
  readonly value: number;
  readonly timestamp: number;
}

/** Ended days of the network, and of the subject. */
function readDays({ PStakingDay }: L1Request['deps'], network: string, of: StakingOf) {
  const read = (one: StakingOf): Promise<StakingDayRow[]> => PStakingDay.range(network, one, 0, 9_999_999_999);
  const days = read({ kind: 'network' });
  return Promise.all([days, of.kind === 'network' ? days : read(of)]);
}

/** Fees of the open day, from a snapshot at most a few minutes old. */
async function feesOfToday({ PNetwork, states }: L1Request['deps'], network: string, of: StakingOf) {
  const newest = await PNetwork.validators(network);
  const snapshot = newest && (await states.getL1(pChainSource(network), newest.id));
  if (!snapshot?.fees) return undefined;
  const { day: time, paid } = snapshot.fees;
  const own = [...paid].filter(([id, { nodeId, subnetId }]) =>
    isFor(of, { validation: id, node: nodeId, subnet: subnetId }),
  );
  return { time, fees: own.reduce((sum, [, one]) => sum + one.fees, 0n) };
}

const isFor = (of: StakingOf, ids: Readonly<Record<'validation' | 'node' | 'subnet', string>>): boolean =>
  of.kind === 'network' || ids[of.kind] === of.id;

async function fees(deps: L1Request['deps'], network: string, of: StakingOf, metric: L1Metric): Promise<Value[]> {
  const [[ended, own], open] = await Promise.all([readDays(deps, network, of), feesOfToday(deps, network, of)]);
  const today = getOpenDay(open, ended.at(-1)) ?? [];
  const days = [ended, today].flat();
  const isCumulative = VALUES[metric] === 'cumulativeFees';
  if (isCumulative && days[0]?.fees === undefined)
    throw new ApiError(
      404,
      `${metric} is not available: it requires the full history of the P-Chain of ${network}, and fees of earlier days are not indexed`,
    );
  const byTime = new Map([own, today].flat().map((row) => [row.time, row.fees ?? 0n]));
  let sum = 0n;
  return everyDay(days.filter((day) => day.fees !== undefined)).map((timestamp) => {
    const paid = byTime.get(timestamp) ?? 0n;
    sum += paid;
    return { value: Number(isCumulative ? sum : paid), timestamp };
  });
}

async function payingValidators(deps: L1Request['deps'], network: string, of: StakingOf): Promise<Value[]> {
  const [[ended, own], open] = await Promise.all([readDays(deps, network, of), deps.PNetwork.today(network)]);
  const byTime = new Map(own.map((row) => [row.time, row.paying ?? 0]));
  const known = ended.map(({ time }) => ({ time, paying: byTime.get(time) ?? 0 }));
  const today = getOpenDay(open, ended.at(-1));
  if (today) {
    const totals = [...today.subnets].filter(([id]) => of.kind !== 'subnet' || id === of.id);
    known.push({ time: today.time, paying: totals.reduce((sum, [, one]) => sum + one.paying, 0) });
  }
  // The state stays as it was through days without a block.
  let at = 0;
  return everyDay(known).map((timestamp) => {
    while ((known[at + 1]?.time ?? Number.POSITIVE_INFINITY) <= timestamp) at += 1;
    return { value: known[at]?.paying ?? 0, timestamp };
  });
}

/** From the first to the last one. */
function everyDay(days: readonly Pick<StakingDayRow, 'time'>[]): number[] {
  const [first, last] = [days[0]?.time, days.at(-1)?.time];
  if (first === undefined || last === undefined) return [];
  return Array.from({ length: (last - first) / DAY + 1 }, (_, i) => first + i * DAY);
}
