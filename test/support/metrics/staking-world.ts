import { toCb58 } from '../../../lambdas/core/domain/cb58';
import { DAY } from '../../../lambdas/core/domain/intervals';
import type { Table } from '../../../lambdas/core/table/table';
import { PRIMARY_NETWORK } from '../../../lambdas/pchain/domain/replay/state';
import { NO_STAKES, type StakingDay, type StakingTotals } from '../../../lambdas/pchain/domain/staking-day';
import { networkReader } from '../../../lambdas/pchain/rows/network';
import { stakingDayItems } from '../../../lambdas/pchain/rows/staking-days';
import { type Asked, call, type Handler } from '../endpoints/call';
import type { AllDeps } from '../endpoints/deps';
import { NETWORK } from '../pchain/indexed';
import { RECORDINGS } from '../pchain/recorded';
import { indexedTo, primaryDeps } from '../pchain/world';

type Paid = NonNullable<StakingDay['paid']>;
/** 0x and hex. */
const [L1, OTHER_L1, ONE] = ['a', 'b', 'd'].map((digit) => `0x${digit.repeat(64)}`) as [string, string, string];
export const [NODE, TWO] = [`0x${'c'.repeat(40)}`, `0x${'e'.repeat(64)}`];
export const ID_L1 = toCb58(L1);

const totals = (more: Partial<StakingTotals>): StakingTotals => ({ ...NO_STAKES, ...more });
const paid = (one: bigint, two: bigint): Paid =>
  new Map([
    [ONE, { nodeId: NODE, subnetId: L1, fees: one }],
    [TWO, { nodeId: NODE, subnetId: OTHER_L1, fees: two }],
  ]);
const LATEST_DAY = 20_780 * DAY;
/** Days before the recorded network's day; none has a row three days before. */
const DAYS: readonly { readonly back: number; readonly subnets: [string, StakingTotals][]; readonly paid?: Paid }[] = [
  { back: 5, subnets: [[PRIMARY_NETWORK, totals({ validators: 2, validatorWeight: 20n })]], paid: new Map() },
  {
    back: 4,
    subnets: [
      [PRIMARY_NETWORK, totals({ validators: 3, validatorWeight: 30n, delegators: 1, delegatorWeight: 7n })],
      [L1, totals({ validators: 2, validatorWeight: 11n, paying: 2 })],
    ],
    paid: paid(100n, 5n),
  },
  {
    back: 2,
    subnets: [[PRIMARY_NETWORK, totals({ validators: 4, validatorWeight: 40n })]],
    paid: paid(30n, 0n),
  },
  { back: 1, subnets: [[L1, totals({ validators: 1, validatorWeight: 5n, paying: 1 })]], paid: paid(1n, 2n) },
];

/** A recorded network with rows of earlier days. `lacksFees`: its first day began before fees were counted. */
export async function stakingWorld({ lacksFees = false } = {}) {
  const net = await indexedTo(RECORDINGS[0]);
  const today = await addStakingDays(net.table, lacksFees);
  const { deps } = await primaryDeps(net);
  return {
    today,
    deps,
    recorded: net.recorded,
    table: net.table,
    ask: (handler: Handler<AllDeps>, { params, query }: Asked) =>
      call(handler, deps, { params: { ...params }, query: { ...query } }),
  };
}

/** To an indexed network. Returns its last day, Unix seconds. */
export async function addStakingDays(table: Table, lacksFees = false): Promise<number> {
  const today = (await networkReader(table).today(NETWORK))?.time ?? LATEST_DAY;
  const items = DAYS.flatMap(({ back, paid, ...day }, i) =>
    stakingDayItems(NETWORK, {
      ...{ time: today - back * DAY, subnets: new Map(day.subnets) },
      ...(paid && !(lacksFees && i === 0) ? { paid } : {}),
    }),
  );
  await table.write(items.map((put) => ({ put })));
  return today;
}

/** `[days before today, value]`, newest first. */
export const daysIn = (body: Record<string, unknown>, today: number): [number, number][] =>
  (body.results as { value: number; timestamp: number }[]).map(({ value, timestamp }) => [
    (today - timestamp) / DAY,
    value,
  ]);
