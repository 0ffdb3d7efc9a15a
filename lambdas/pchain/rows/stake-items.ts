import { exactJson } from '../../core/domain/exact-json';
import type { Item } from '../../core/table/item';
import { key } from '../../core/table/key';
import { entities } from '../../core/table/schema';
import type { PCycleRow } from '../domain/cycles';
import type { PDelegatorRow } from '../domain/delegators';
import { PRIMARY_NETWORK } from '../domain/replay/state';
import type { PRewardRow } from '../domain/rewards';
import type { ConcernedStake } from '../domain/stakes';
import type { PValidatorRow } from '../domain/validators';
import { ATTRIBUTE, digits, rowForOwner } from './items';

export const stakeKey = (
  entity: 'PValidator' | 'PDelegator',
  network: string,
  { nodeId, created }: Pick<PValidatorRow, 'nodeId' | 'created'>,
) => ({
  pk: key(entities[entity].pk, { network, node: digits(nodeId) }),
  sk: key(entities[entity].sk, created),
});

export const validatorItem = (network: string, row: PValidatorRow): Item =>
  stakeItem('PValidator', network, row, row.subnetId === PRIMARY_NETWORK);

export const delegatorItem = (network: string, row: PDelegatorRow): Item => stakeItem('PDelegator', network, row, true);

function stakeItem(
  entity: 'PValidator' | 'PDelegator',
  network: string,
  row: PValidatorRow | PDelegatorRow,
  isPrimary: boolean,
): Item {
  const { gsi1, gsi2, gsi3 } = entities[entity];
  const { status, created } = row;
  const isCurrent = isPrimary && (status === 'active' || status === 'pending');
  return {
    ...stakeKey(entity, network, row),
    g1p: key(gsi1[0], { network, status }),
    g1s: key(gsi1[1], created),
    g2p: key(gsi2[0], { network }),
    g2s: key(gsi2[1], created),
    ...(isCurrent ? { g3p: key(gsi3[0], { network }), g3s: key(gsi3[1], created) } : {}),
    [ATTRIBUTE.json]: exactJson(row),
  };
}

export const cycleItem = (network: string, row: PCycleRow): Item => ({
  pk: key(entities.PCycle.pk, { network, node: digits(row.nodeId) }),
  sk: key(entities.PCycle.sk, { block: row.block }),
  [ATTRIBUTE.json]: exactJson(row),
});

export const getStakes = (of: ConcernedStake['of']): string =>
  'node' in of ? `n${digits(of.node)}` : digits(of.address);

const REWARD_DIGIT = { validation: '0', delegation: '0', 'delegation fee': '1' } as const;
const NO_REWARD = '2';

export function stakeOfItem(network: string, { of, ...row }: ConcernedStake): Item {
  const { pk, sk, gsi1 } = entities.PStakeOf;
  const partition = { network, of: getStakes(of) };
  const place = { ...row.created, reward: row.reward === undefined ? NO_REWARD : REWARD_DIGIT[row.reward] };
  return {
    pk: key(pk, partition),
    sk: key(sk, place),
    ...(row.current ? { g1p: key(gsi1[0], partition), g1s: key(gsi1[1], place) } : {}),
    [ATTRIBUTE.json]: exactJson(row),
  };
}

/** For a reward without owners, which is only in its node's list. */
export const NOBODY = 'nobody';

/** In its owners' lists. The first entry is also in the node's list. */
export function rewardItems(network: string, row: PRewardRow): Item[] {
  const { pk, sk, gsi1 } = entities.PReward;
  const place = { block: row.block, output: row.outputIndex };
  const node = { g1p: key(gsi1[0], { network, node: digits(row.stake.nodeId) }), g1s: key(gsi1[1], place) };
  const { addresses } = row.owners;
  if (addresses.length === 0)
    return [
      { pk: key(pk, { network, address: NOBODY }), sk: key(sk, place), ...node, [ATTRIBUTE.json]: exactJson(row) },
    ];
  return addresses.map((address, i) => ({
    pk: key(pk, { network, address: digits(address) }),
    sk: key(sk, place),
    ...(i === 0 ? node : {}),
    [ATTRIBUTE.json]: exactJson(rowForOwner(row, address)),
  }));
}
