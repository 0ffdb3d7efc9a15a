import type { Asked, Handler } from '../endpoints/call';
import { call } from '../endpoints/call';
import { type AllDeps, depsWith } from '../endpoints/deps';
import { type Refusal, refuses } from '../endpoints/refusals';
import { aPChain } from '../make/p-chain';
import { NETWORK } from '../pchain/indexed';
import { daysIn, stakingWorld } from './staking-world';

const world = stakingWorld();

interface Expected {
  readonly daily: string;
  readonly cumulative: string;
  /** By day, oldest first: five days before today to today. */
  readonly fees: readonly number[];
}

/** Tests that endpoints of L1 validators share. */
export function countsFees(
  handler: Handler<AllDeps>,
  params: Record<string, string>,
  { daily, cumulative, fees }: Expected,
) {
  const ask = async (metric: string, query: Record<string, string> = {}) => {
    const { today, ask: get } = await world;
    const { status, body } = await get(handler, {
      params: { ...params, metric },
      query: { network: NETWORK, ...query },
    });
    expect([status, body.message]).toEqual([200, undefined]);
    return daysIn(body, today);
  };
  const days = fees.map((value, i) => [fees.length - 1 - i, value]).toReversed();
  test('fees are by day, newest first, and 0 on days without a block', async () => {
    expect(await ask(daily)).toEqual(days);
  });
  test('cumulative fees are their running sum', async () => {
    const sums = days.map(([day], i) => [day, days.slice(i).reduce((sum, [, value = 0]) => sum + value, 0)]);
    expect(await ask(cumulative)).toEqual(sums);
  });
  test('only days in the requested range are returned', async () => {
    const { today } = await world;
    const range = { startTimestamp: String(today - 4 * 86_400), endTimestamp: String(today - 86_400) };
    expect(await ask(daily, range)).toEqual(days.slice(2, 5));
  });
  test('without a network, the only one that is indexed is used', async () => {
    const { today, ask: get } = await world;
    const { body } = await get(handler, { params: { ...params, metric: daily } });
    expect(daysIn(body, today)).toEqual(days);
  });
  test('404: cumulative fees need the fees of all days', async () => {
    const { today, ask: get } = await stakingWorld({ lacksFees: true });
    const { status, body } = await get(handler, { params: { ...params, metric: cumulative } });
    expect([status, body.message]).toEqual([404, expect.stringContaining('fees of earlier days are not indexed')]);
    const { body: known } = await get(handler, { params: { ...params, metric: daily } });
    expect(daysIn(known, today)).toEqual(days.slice(0, -1));
  });
  test('404: no P-Chain is indexed', async () => {
    const { deps } = await depsWith({ pChains: [aPChain(NETWORK, { index: false })] });
    const { status, body } = await call(handler, deps, { params: { ...params, metric: daily } });
    expect([status, body.message]).toEqual([404, 'no P-Chain is indexed on this deployment']);
  });
  test('400: several networks are indexed, none of them mainnet, and the request names none', async () => {
    const pChains = ['fuji', 'custom'].map((network) => aPChain(network, { index: true }));
    const { deps } = await depsWith({ pChains });
    const { status, body } = await call(handler, deps, { params: { ...params, metric: daily } });
    expect([status, body.message]).toEqual([400, 'network: is required: this deployment indexes fuji, custom']);
  });
}

export const refusesOfL1 = (handler: Handler<AllDeps>, good: Asked, refused: readonly Refusal[]): void =>
  refuses(handler, { ...good, query: { network: NETWORK } }, refused, () => world);
