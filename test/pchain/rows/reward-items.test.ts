import { rewardItems } from '../../../lambdas/pchain/rows/stake-items';
import { hash } from '../../support/make/blocks';

const stake = { txId: hash(1), created: { block: 1, tx: 0 }, nodeId: '0xcd', start: 1, end: 2, weight: 3n };
const toItems = (...addresses: string[]) =>
  rewardItems('own', {
    ...{
      txId: hash(1),
      outputIndex: 2,
      assetId: hash(2),
      amount: 5n,
      kind: 'validation',
      stake,
      by: hash(3),
      block: 4,
    },
    owners: { locktime: 0n, threshold: addresses.length, addresses },
  }).map(({ pk, g1p }) => [pk, g1p]);

test('a reward is listed for each recipient and once for the node', () =>
  expect(toItems('0xaa', '0xbb')).toEqual([
    ['qa#own#aa', 'qn#own#cd'],
    ['qa#own#bb', undefined],
  ]));
test('a reward without owners is listed for the node', () =>
  expect(toItems()).toEqual([['qa#own#nobody', 'qn#own#cd']]));
