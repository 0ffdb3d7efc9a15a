import { handler } from '../../../lambdas/metrics/api/get-total-l1-validator-metrics';
import { L1_METRICS } from '../../../lambdas/metrics/contract/schemas';
import { applyBlock } from '../../../lambdas/pchain/domain/replay/apply-block';
import { countsFees, refusesOfL1 } from '../../support/metrics/l1-endpoint';
import { daysIn, stakingWorld } from '../../support/metrics/staking-world';
import { RECORDINGS, RecordedNetwork, sha256 } from '../../support/pchain/recorded';

/** As the replay of the recorded blocks charges them. */
function feesOfToday(): number {
  const recorded = new RecordedNetwork(RECORDINGS[0]);
  const { rules } = recorded;
  const state = recorded.genesis();
  const balances = () => [...state.active].map((id) => [id, state.l1Validators.get(id)?.endAccruedFees ?? 0n] as const);
  let sum = 0n;
  for (let height = 1; height <= recorded.last; height++) {
    const [before, accrued] = [balances(), state.accruedFees];
    applyBlock(state, recorded.block(height), { rules, sha256 });
    for (const [, end] of before) sum += (end < state.accruedFees ? end : state.accruedFees) - accrued;
  }
  return Number(sum);
}

describe('getTotalL1ValidatorMetrics', () => {
  countsFees(
    handler,
    {},
    {
      ...{ daily: 'totalValidatorFeesDaily', cumulative: 'totalCumulativeFeesDaily' },
      fees: [0, 105, 0, 30, 3, feesOfToday()],
    },
  );
  test('fee-paying validators are counted at the end of each day, and today', async () => {
    const { today, ask } = await stakingWorld();
    const { body } = await ask(handler, { params: { metric: 'totalPayingValidatorsDaily' } });
    expect(daysIn(body, today).slice(1)).toEqual([
      [1, 1],
      [2, 0],
      [3, 2],
      [4, 2],
      [5, 0],
    ]);
  });
  refusesOfL1(handler, { params: { metric: L1_METRICS.network[0] } }, [
    ['an unknown metric', { params: { metric: 'x' } }, `metric: must be one of ${L1_METRICS.network.join(', ')}`],
  ]);
});
