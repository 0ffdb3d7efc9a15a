import { changedDelegators, currentDelegator } from '../../../lambdas/pchain/domain/delegators';
import type { EndedStake } from '../../../lambdas/pchain/domain/replay/effects';
import { delegatorRewards } from '../../../lambdas/pchain/domain/stakes';
import { hash } from '../../support/make/blocks';
import { anAppliedBlock, anOutput, aStaker, ownedBy } from '../../support/make/stakes';

const delegator = aStaker({
  ...{ kind: 'delegator', txId: hash(1), weight: 500n, potentialReward: 1_001n, shares: 100_000 },
  rewardsOwner: ownedBy('aa', 'bb'),
});
const BY = hash(9);
/** The row of an ended delegator, and its rewards as answers show them. */
function ended(ending: EndedStake['ending'], paid: bigint[], staker = delegator) {
  const created = paid.map((amount) => anOutput({ origin: 'delegation reward', amount, by: BY }));
  const foreign = anOutput({ origin: 'delegation reward', amount: 7n, by: hash(8) });
  const [row] = changedDelegators(
    anAppliedBlock({ time: 70, effects: { ended: [{ staker, by: BY, ending }], created: [...created, foreign] } }),
  );
  return { row, rewards: row && delegatorRewards(row) };
}

test('a delegator is pending until its start, and its net reward excludes the fee, rounded down', () => {
  const waiting = { ...delegator, start: 51, potentialReward: 0n };
  const [pending, active] = [currentDelegator(waiting, 50), currentDelegator(delegator, 50)];
  expect([pending.status, currentDelegator(waiting, 51).status, active.status]).toEqual([
    'pending',
    'active',
    'active',
  ]);
  expect(delegatorRewards(pending)).toEqual({ gross: 0n, net: 0n });
  expect(delegatorRewards(active)).toEqual({ gross: 1_001n, net: 900n });
  expect(active).toMatchObject({ weight: 500n, shares: 100_000, rewardAddresses: ['0xaa', '0xbb'] });
  expect(active).not.toHaveProperty('ended');
});
test('an ended delegator shows only its own paid reward', () => {
  const { row, rewards } = ended('rewarded', [900n]);
  expect(row).toMatchObject({ status: 'completed', ended: { by: BY, time: 70, reward: 900n } });
  expect(rewards).toEqual({ gross: 1_001n, net: 900n });
});
test('a delegator that was not rewarded shows zero rewards', () => {
  const { row, rewards } = ended('not rewarded', []);
  expect(row).toMatchObject({ status: 'completed', potentialReward: 1_001n, ended: { reward: 0n } });
  expect(rewards).toEqual({ gross: 0n, net: 0n });
});
test('a delegator of a validator with a 100 % fee has a net reward of zero', () => {
  const { rewards } = ended('rewarded', [], { ...delegator, shares: 1_000_000 });
  expect(rewards).toEqual({ gross: 1_001n, net: 0n });
});
test('validators and stakes of other networks are not listed as delegators', () => {
  const others = [
    aStaker({ kind: 'validator' }),
    aStaker({ kind: 'permissioned', subnetId: hash(5) }),
    { ...delegator, subnetId: hash(5) },
  ];
  const stakers = new Map([delegator, ...others].map((one, n) => [`${n}`, one]));
  const ended = others.map((staker): EndedStake => ({ staker, by: BY, ending: 'rewarded' }));
  expect(changedDelegators(anAppliedBlock({ stakers, effects: { ended } }))).toEqual([currentDelegator(delegator, 50)]);
});
