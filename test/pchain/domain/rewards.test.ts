import type { EndedStake, Origin } from '../../../lambdas/pchain/domain/replay/effects';
import { paidRewards } from '../../../lambdas/pchain/domain/rewards';
import { hash } from '../../support/make/blocks';
import { anAppliedBlock, anOutput, aStaker, ownedBy } from '../../support/make/stakes';

const [BY, OTHER] = [hash(9), hash(8)];
const staker = aStaker({ kind: 'validator', txId: hash(1), weight: 700n, created: { block: 3, tx: 1 } });
const ending = (by: string, of = staker): EndedStake => ({ staker: of, by, ending: 'rewarded' });
const paid = (ended: EndedStake[], outputs: (Parameters<typeof anOutput>[0] & { origin: Origin })[]) =>
  paidRewards(anAppliedBlock({ number: 6, effects: { ended, created: outputs.map(anOutput) } }));

test('each kind of reward has a row with its stake', () => {
  const kinds = [
    ['validation reward', 'validation'],
    ['delegatee reward', 'delegation fee'],
    ['delegation reward', 'delegation'],
  ] as const;
  const rows = paid(
    [ending(BY)],
    kinds.map(([origin], n) => ({ origin, by: BY, txId: staker.txId, outputIndex: 2 + n, amount: 10n + BigInt(n) })),
  );
  const { txId, nodeId, start, end, weight, created } = staker;
  expect(rows).toEqual(
    kinds.map(([, kind], n) => ({
      ...{ kind, txId, outputIndex: 2 + n, amount: 10n + BigInt(n), by: BY, block: 6 },
      ...{ assetId: anOutput({}).assetId, owners: anOutput({}).owners },
      stake: { txId, created, nodeId, start, end, weight },
    })),
  );
});
test('the owners of a reward are its recipients, not the owners of the stake', () => {
  const owners = ownedBy('dd', 'ee');
  expect(paid([ending(BY)], [{ origin: 'delegatee reward', by: BY, owners }])[0]?.owners).toEqual(owners);
});
test('the reward of a cycle is an output of the transaction that ends it', () => {
  const [row] = paid([ending(BY)], [{ origin: 'validation reward', by: BY, txId: BY, outputIndex: 0 }]);
  expect(row).toMatchObject({ txId: BY, outputIndex: 0, by: BY, stake: { txId: staker.txId } });
});
test('returned stakes, refunds and ordinary outputs are not rewards', () => {
  const origins = ['stake', 'refund', 'transaction'] as const;
  expect(
    paid(
      [ending(BY)],
      origins.map((origin) => ({ origin, by: BY })),
    ),
  ).toEqual([]);
});
test('two stakes that end at once have separate rewards, and other networks are ignored', () => {
  const second = { ...staker, txId: hash(2), weight: 800n };
  const rewards = [OTHER, BY].map((by) => ({ origin: 'validation reward' as const, by }));
  expect(paid([ending(BY), ending(OTHER, second)], rewards).map(({ by, stake }) => [by, stake.weight])).toEqual([
    [OTHER, 800n],
    [BY, 700n],
  ]);
  expect(paid([ending(BY), ending(OTHER, { ...second, subnetId: hash(5) })], rewards)).toMatchObject([{ by: BY }]);
});
