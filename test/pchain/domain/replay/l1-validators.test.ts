import { noEffects } from '../../../../lambdas/pchain/domain/replay/effects';
import { genesisState } from '../../../../lambdas/pchain/domain/replay/genesis';
import { chargeValidators, deactivateUnpaid } from '../../../../lambdas/pchain/domain/replay/l1-validators';
import type { NetworkRules } from '../../../../lambdas/pchain/domain/replay/rules';

const rules: NetworkRules = {
  avaxAssetId: `0x${'aa'.repeat(32)}`,
  upgrades: { cortina: 0, durango: 0, etna: 0, helicon: 0 },
  validatorFee: { target: 1n, minPrice: 1n, excessConversionConstant: 1_000_000n },
  reward: { maxConsumptionRate: 1n, minConsumptionRate: 1n, mintingPeriod: 1n, supplyCap: 1n },
  maxValidatorStake: 1n,
};

/** A state with one active validator per end, named by its position. */
function stateWith(ends: readonly bigint[]) {
  const state = genesisState({ blockId: '0x', time: 0, supply: 1n, validators: [] }, rules);
  for (const [i, endAccruedFees] of ends.entries()) {
    const owner = { threshold: 1, addresses: [] };
    state.l1Validators.set(String(i), {
      ...{
        validationId: String(i),
        created: { block: 1, tx: 0, index: i },
        subnetId: '0x',
        nodeId: '0x',
        publicKey: '0x',
        proofOfPossession: '0x',
        start: 0,
        weight: 1n,
        minNonce: 0n,
      },
      ...{ endAccruedFees, remainingBalanceOwner: owner, deactivationOwner: owner },
    });
    state.active.add(String(i));
  }
  return state;
}

describe('a charge for three seconds at one nAVAX per second and validator', () => {
  test.each([
    ['fees accrue even without validators', [], [], 0n],
    ['a validator with exactly that much becomes inactive', [3n], [], 0n],
    ['all validators with exactly that much become inactive', [3n, 3n], [], 3n],
    ['a validator with more stays active', [3n, 3n, 1_000_000_000n], ['2'], 6n],
    ['the excess does not change at the target of one validator', [1_000_000_000n], ['0'], 0n],
  ])('%s', (_, ends, active, excess) => {
    const state = stateWith(ends);
    chargeValidators(state, noEffects(), rules, 3);
    expect([[...state.active], state.excess, state.accruedFees]).toEqual([active, excess, 3n]);
  });
});

test.each([
  ['a validator that can pay the next second stays active', 1n, 1],
  ['a validator that cannot pay the next second becomes inactive', 0n, 0],
])('after a block, %s', (_, left, active) => {
  const state = stateWith([10n]);
  state.accruedFees = 10n - left;
  const effects = noEffects();
  deactivateUnpaid(state, effects, rules);
  expect(effects.l1Changes.map(({ by, balance }) => ({ by, balance }))).toEqual(
    active ? [] : [{ by: undefined, balance: 0n }],
  );
  expect(state.active.size).toBe(active);
  expect(state.l1Validators.get('0')?.endAccruedFees).toBe(active ? 10n : 0n);
});
