import { applyBlock } from '../../../lambdas/pchain/domain/replay/apply-block';
import { createRunsOutAt, daysBetween } from '../../../lambdas/pchain/domain/runway';
import { INDEXING_NODE, RECORDINGS, RecordedNetwork, sha256 } from '../../support/pchain/recorded';

/** Of every validator that the fee deactivates: seconds from the prediction at the block before to that block. */
function errorsOfPredictions(path: string): number[] {
  const recorded = new RecordedNetwork(path);
  const { rules } = recorded;
  const state = recorded.genesis();
  return Array.from({ length: recorded.last }, (_, i) => i + 1).flatMap((height) => {
    const [getRunsOutAt, before] = [createRunsOutAt(state, rules.validatorFee), [...state.active]];
    const predicted = new Map(
      before.map((id) => [id, getRunsOutAt(state.l1Validators.get(id) ?? { endAccruedFees: 0n })]),
    );
    const { l1Changes } = applyBlock(state, recorded.block(height), { rules, sha256 });
    const ranDry = l1Changes.filter(({ by, removed, validator }) => !by && !removed && validator.endAccruedFees === 0n);
    return ranDry.map(({ validator }) => state.time - (predicted.get(validator.validationId) ?? 0));
  });
}

test('each validator runs out within a minute of the prediction', () => {
  const errors = [...RECORDINGS, INDEXING_NODE].map(errorsOfPredictions);
  expect(errors.map(({ length }) => length)).toEqual([5, 1, 0]);
  for (const seconds of errors.flat()) expect(Math.abs(seconds)).toBeLessThanOrEqual(60);
});

describe('the runway of an L1 validator', () => {
  const config = { target: 2n, minPrice: 512n, excessConversionConstant: 1_000n };
  const fees = { time: 1_000, accruedFees: 5_000n, excess: 0n };
  test.each([
    [5_000n + 512n * 7n, 1_007],
    [5_000n + 512n * 7n - 1n, 1_006],
    [5_001n, 1_000],
    [5_000n, undefined],
    [0n, undefined],
  ])('ends in the first second that it cannot pay: %s', (endAccruedFees, runsOutAt) => {
    expect(createRunsOutAt(fees, config)({ endAccruedFees })).toBe(runsOutAt);
  });
  test('is shorter at a higher price', () => {
    expect(createRunsOutAt({ ...fees, excess: 1_000n }, config)({ endAccruedFees: 5_000n + 13_910n })).toBe(1_010);
  });
  test('is shown in hundredths of days, rounded down', () => {
    expect([daysBetween(0, 864), daysBetween(0, 863), daysBetween(100, 0), daysBetween(50, 86_450)]).toEqual([
      0.01, 0, 0, 1,
    ]);
  });
});
