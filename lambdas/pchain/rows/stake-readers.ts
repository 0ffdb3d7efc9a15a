import { type Blocks, between } from '../../chain/rows/block-lists';
import { fromExactJson } from '../../core/domain/exact-json';
import { key } from '../../core/table/key';
import type { List } from '../../core/table/list';
import { entities } from '../../core/table/schema';
import { type Stored, text } from '../../core/table/stored-item';
import type { PCycleRow } from '../domain/cycles';
import type { PRewardRow } from '../domain/rewards';
import type { ConcernedStake, StakeOf } from '../domain/stakes';
import { ATTRIBUTE } from './items';
import { getStakes } from './stake-items';

/** A stake with two rewards for the same address or node has two rows. */
export function pStakeOfReader() {
  const { pk, gsi1 } = entities.PStakeOf;
  const toRow = (item: Stored): StakeOf => fromExactJson<StakeOf>(text(item[ATTRIBUTE.json]));
  return {
    all: (network: string, of: ConcernedStake['of'], blocks: Blocks): List<StakeOf> => ({
      pk: key(pk, { network, of: getStakes(of) }),
      ...between(blocks),
      rows: (item) => [{ key: text(item.sk), value: toRow(item) }],
    }),
    current: (network: string, of: ConcernedStake['of'], blocks: Blocks): List<StakeOf> => ({
      index: 'gsi1',
      pk: key(gsi1[0], { network, of: getStakes(of) }),
      ...between(blocks),
      rows: (item) => [{ key: text(item.g1s), value: toRow(item) }],
    }),
  };
}

/** By payout block. */
export function pRewardReader() {
  const { pk, gsi1 } = entities.PReward;
  const toRow = (item: Stored): PRewardRow => fromExactJson<PRewardRow>(text(item[ATTRIBUTE.json]));
  return {
    ofAddress: (network: string, address: string, blocks: Blocks): List<PRewardRow> => ({
      pk: key(pk, { network, address: address.slice(2) }),
      ...between(blocks),
      rows: (item) => [{ key: text(item.sk), value: toRow(item) }],
    }),
    ofNode: (network: string, nodeId: string, blocks: Blocks): List<PRewardRow> => ({
      index: 'gsi1',
      pk: key(gsi1[0], { network, node: nodeId.slice(2) }),
      ...between(blocks),
      rows: (item) => [{ key: text(item.g1s), value: toRow(item) }],
    }),
  };
}

/** By end. */
export const pCycleReader = () => ({
  ofNode: (network: string, nodeId: string, blocks: Blocks): List<PCycleRow> => ({
    pk: key(entities.PCycle.pk, { network, node: nodeId.slice(2) }),
    ...between(blocks),
    rows: (item) => [{ key: text(item.sk), value: fromExactJson<PCycleRow>(text(item[ATTRIBUTE.json])) }],
  }),
});
