import type { Cursor } from '../../../lambdas/chain/domain/cursor';
import { DAY } from '../../../lambdas/core/domain/intervals';
import type { Counted } from '../../../lambdas/evm/metrics/domain/totals';
import { createMetricsState } from '../../../lambdas/evm/metrics/rows/metrics-state';
import type { Asked, Handler } from '../endpoints/call';
import { call } from '../endpoints/call';
import { type AllDeps, depsWith } from '../endpoints/deps';
import { aChain, aCursor } from '../make/blocks';
import { addCountedDays, FIRST_DAY } from './counted-days';

const day = (transactions: number, more: Partial<Counted> = {}): Partial<Counted> => ({
  ...{ transactions, receipts: transactions, gasPrices: BigInt(transactions) * 100n, activeAddresses: 2 },
  ...{ maxTps: transactions, contracts: 1, since: 0, until: 10_000 },
  ...more,
});

/**
 * Three days of two mainnet chains, of which `1` began a day later and `2` has cheaper gas, and of a testnet chain.
 * `isPartly`: `1` has older blocks that are not indexed. `isNew`: of `1`, blocks from now on will be counted.
 * `isUncounted`: no block of the testnet chain is counted. `cursor`: of `1`,
 * which then has counted one day only; by default it is at its node's head.
 */
export async function groupWorld({
  isPartly = false,
  isUncounted = false,
  isNew = false,
  cursor,
}: {
  readonly isPartly?: boolean;
  readonly isUncounted?: boolean;
  readonly isNew?: boolean;
  readonly cursor?: Partial<Cursor>;
} = {}) {
  const chains = [
    aChain({ chainId: '1' }),
    aChain({ chainId: '2' }),
    aChain({ chainId: '3', network: 'testnet' }),
    aChain({ chainId: '4', index: false }),
  ];
  const time = FIRST_DAY + 3 * DAY;
  const at = aCursor({ number: 0, head: 0, time, start: 0, idleAt: time * 1_000 });
  const { deps, table } = await depsWith({ chains, cursors: { '1': { ...at, ...cursor }, '2': at, '3': at } });
  await addCountedDays(table, '1', cursor ? [day(10)] : [day(10), day(20)], { skip: 1, isPartly });
  await addCountedDays(
    table,
    '2',
    [1, 2, 30].map((count) => day(count, { gasPrices: BigInt(count) * 20n })),
  );
  if (isNew) {
    const state = await createMetricsState(table, '1');
    const live = { from: 1, next: 1, closed: 0, parts: [] };
    await state.save({ live, countedAt: 0 }, new AbortController().signal);
  }
  if (!isUncounted) await addCountedDays(table, '3', [day(100), day(200), day(300)]);
  return async (handler: Handler<AllDeps>, asked: Asked) => {
    const { status, body } = await call(handler, { ...deps, now: () => time * 1_000 } as AllDeps, asked);
    return { status, body, values: (body.results as { value: number }[] | undefined)?.map(({ value }) => value) };
  };
}
