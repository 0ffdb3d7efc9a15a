import { restakedRewards } from '../../../lambdas/pchain/domain/restaked-rewards';
import { currentValidator } from '../../../lambdas/pchain/domain/validators';
import { hash } from '../../support/make/blocks';
import { aStaker, ownedBy } from '../../support/make/stakes';

const renewal = { compoundShares: 1, nextPeriod: 5n, accruedValidationReward: 100n, accruedDelegateeReward: 7n };
const [renewed, fixed] = [hash(1), hash(2)];
const owners = { rewardsOwner: ownedBy('aa', 'bb'), delegationRewardsOwner: ownedBy('bb', 'cc') };
const validators = [
  currentValidator(aStaker({ kind: 'validator', txId: renewed, ...owners, renewal }), 50),
  currentValidator(aStaker({ kind: 'validator', txId: fixed, ...owners }), 50),
];
const staked = { start: 1, end: 9 };

test('restaked rewards count for the owner of the stake, and each part for its reward owners', () => {
  const restaked = (names: string[], outputs: Parameters<typeof restakedRewards>[2] = []) =>
    restakedRewards({ validators }, ownedBy(...names).addresses, outputs);
  expect([['aa'], ['bb'], ['cc'], ['aa', 'cc'], ['dd']].map((one) => restaked(one))).toEqual([
    100n,
    107n,
    7n,
    107n,
    0n,
  ]);
  expect(restaked(['dd'], [{ txId: renewed, staked }])).toBe(107n);
  expect(restaked(['aa', 'bb', 'cc'], [{ txId: renewed, staked }])).toBe(107n);
  // A stake that has ended has an output too, and a fixed one restakes nothing.
  expect(restaked(['dd'], [{ txId: renewed }, { txId: fixed, staked }])).toBe(0n);
});
test('restaked rewards are unknown while a stake has no type', () => {
  const rows = validators.map(({ stakingType: _, ...row }) => row);
  expect(restakedRewards({ validators: rows }, ['aa'], [])).toBeUndefined();
});
