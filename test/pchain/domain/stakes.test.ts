import { type AutoRenewal, PRIMARY_NETWORK } from '../../../lambdas/pchain/domain/replay/state';
import { changedStakes, promisedToValidator, type RewardKind } from '../../../lambdas/pchain/domain/stakes';
import { currentValidator } from '../../../lambdas/pchain/domain/validators';
import { hash } from '../../support/make/blocks';
import { anAppliedBlock, aStake, aStaker, ownedBy } from '../../support/make/stakes';

const HERE = { block: 5, tx: 2 };
const validator = aStaker({
  ...{ kind: 'validator', txId: hash(1), created: HERE, stake: [aStake(['aa']), aStake(['aa', 'bb'])] },
  ...{ rewardsOwner: ownedBy('bb', 'cc'), delegationRewardsOwner: ownedBy('cc', 'dd') },
});
const begunBy = (...stakers: ReturnType<typeof aStaker>[]) =>
  changedStakes(anAppliedBlock({ number: 5, stakers: new Map(stakers.map((one) => [one.txId, one])) }));
/** Concerned addresses with their promised rewards, as sorted text. */
const concernedIn = (rows: ReturnType<typeof begunBy>) =>
  rows.map(({ of, reward = 'nothing' }) => `${'node' in of ? 'node' : of.address} ${reward}`).toSorted();

test('a stake concerns its node, owners and reward addresses, once per reward', () => {
  const rows = begunBy(validator);
  expect(concernedIn(rows)).toEqual([
    '0xaa nothing',
    '0xbb validation',
    '0xcc delegation fee',
    '0xcc validation',
    '0xdd delegation fee',
    'node delegation fee',
    'node validation',
  ]);
  const { txId, nodeId } = validator;
  for (const row of rows) {
    expect(row).toMatchObject({ txId, nodeId, created: HERE, kind: 'validator', current: true });
    if ('node' in row.of) expect(row.of.node).toBe(nodeId);
  }
});
test('a delegator is promised one kind of reward, even for a locked stake', () => {
  const more = { kind: 'delegator', created: HERE, rewardsOwner: ownedBy('aa', 'bb') } as const;
  const rewarded = ['0xaa delegation', '0xbb delegation', 'node delegation'];
  expect(concernedIn(begunBy(aStaker({ ...more, stake: [aStake(['aa'], true)] })))).toEqual(rewarded);
  expect(concernedIn(begunBy(aStaker({ ...more, stake: [aStake(['cc'], true)] })))).toEqual([
    ...rewarded.slice(0, 2),
    '0xcc nothing',
    ...rewarded.slice(2),
  ]);
});
test('stakes of other networks and permissioned validators are not listed', () => {
  const elastic = { ...validator, subnetId: hash(5) };
  expect(begunBy(elastic, { ...aStaker({ kind: 'permissioned' }), subnetId: hash(6), created: HERE })).toEqual([]);
  expect(validator.subnetId).toBe(PRIMARY_NETWORK);
});
test('a stake is listed when it starts or its proposal is decided, not when it changes', () => {
  const old = { ...validator, created: { block: 4, tx: 99_999 } };
  expect(begunBy(old)).toEqual([]);
  const stakers = new Map([[old.txId, old]]);
  const deciding = (id: string) => ({ number: 5, stakers, decided: { tx: { id }, hash: hash(7), time: 40 } as never });
  expect(changedStakes(anAppliedBlock(deciding(old.txId)))).toHaveLength(7);
  expect(changedStakes(anAppliedBlock(deciding(hash(8))))).toEqual([]);
});
test('an ended stake is no longer current unless it is renewed', () => {
  const old = { ...validator, created: { block: 3, tx: 0 } };
  const ended = [{ staker: old, by: hash(9), ending: 'rewarded' as const }];
  const rows = changedStakes(anAppliedBlock({ number: 5, effects: { ended } }));
  expect(concernedIn(rows)).toEqual(concernedIn(begunBy(validator)));
  for (const { current } of rows) expect(current).toBe(false);
  const stakers = new Map([[old.txId, old]]);
  expect(changedStakes(anAppliedBlock({ number: 5, stakers, effects: { ended } }))).toEqual([]);
});
test('a validator is promised its own reward, and fees of ended and current delegations', () => {
  const delegations = { count: 1, weight: 5n, promised: 30n, ever: { count: 2, weight: 9n } };
  const row = (more: object) =>
    currentValidator(aStaker({ kind: 'validator', potentialReward: 1_000n, delegateeReward: 4n, ...more }), 50);
  const promised = (more: object, kind: RewardKind) =>
    promisedToValidator(row(more), kind, { maxValidatorStake: 2_000n });
  expect(promised({ delegations }, 'validation')).toBe(1_000n);
  expect(promised({ delegations }, 'delegation fee')).toBe(34n);
  expect(promised({}, 'delegation fee')).toBe(4n);
});
test('an auto-renewed validator is promised the part of a reward that it cannot or will not restake', () => {
  const renewing = { compoundShares: 250_000, nextPeriod: 5n };
  const promised = (kind: RewardKind, weight: bigint, renewal: AutoRenewal = renewing) => {
    const staker = aStaker({ kind: 'validator', potentialReward: 1_000n, delegateeReward: 40n, weight, renewal });
    return promisedToValidator(currentValidator(staker, 50), kind, { maxValidatorStake: 2_000n });
  };
  expect([promised('validation', 1n), promised('delegation fee', 1n)]).toEqual([750n, 30n]);
  // Room for 26 of 260: a tenth of each.
  expect([promised('validation', 1_974n), promised('delegation fee', 1_974n)]).toEqual([975n, 39n]);
  const last = { ...renewing, nextPeriod: 0n };
  expect([promised('validation', 1n, last), promised('delegation fee', 1n, last)]).toEqual([1_000n, 40n]);
});
