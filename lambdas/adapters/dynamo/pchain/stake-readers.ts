import type { PCycleRow } from '../../../domain/pchain/cycles';
import { fromExactJson } from '../../../domain/pchain/exact-json';
import type { PRewardRow } from '../../../domain/pchain/rewards';
import type { ConcernedStake, StakeOf } from '../../../domain/pchain/stakes';
import { key } from '../../../table/key';
import { ATTRIBUTE } from '../../../table/pchain/items';
import { stakesOf } from '../../../table/pchain/stake-items';
import { entities } from '../../../table/schema';
import { type Blocks, between } from '../chain/block-lists';
import type { List } from '../list';
import { type Stored, text } from '../stored-item';

/** Stakes of the primary network by whom they concern. A stake with two rewards for the same has two rows. */
export function pStakeOfReader() {
  const { pk, gsi1 } = entities.PStakeOf;
  const rowOf = (item: Stored): StakeOf => fromExactJson<StakeOf>(text(item[ATTRIBUTE.json]));
  return {
    /** All there ever were, by when they were made. */
    all: (network: string, of: ConcernedStake['of'], blocks: Blocks): List<StakeOf> => ({
      ...{ pk: key(pk, { network, of: stakesOf(of) }), ...between(blocks) },
      rows: (item) => [{ key: text(item.sk), value: rowOf(item) }],
    }),
    /** Those that have not ended. */
    current: (network: string, of: ConcernedStake['of'], blocks: Blocks): List<StakeOf> => ({
      ...{ index: 'gsi1', pk: key(gsi1[0], { network, of: stakesOf(of) }), ...between(blocks) },
      rows: (item) => [{ key: text(item.g1s), value: rowOf(item) }],
    }),
  };
}

/** Rewards that stakes of the primary network were paid, by when. */
export function pRewardReader() {
  const { pk, gsi1 } = entities.PReward;
  const rowOf = (item: Stored): PRewardRow => fromExactJson<PRewardRow>(text(item[ATTRIBUTE.json]));
  return {
    /** `address`: 20 bytes, 0x and digits. */
    ofAddress: (network: string, address: string, blocks: Blocks): List<PRewardRow> => ({
      ...{ pk: key(pk, { network, address: address.slice(2) }), ...between(blocks) },
      rows: (item) => [{ key: text(item.sk), value: rowOf(item) }],
    }),
    /** Of all stakes of a node: 20 bytes, 0x and digits. */
    ofNode: (network: string, nodeId: string, blocks: Blocks): List<PRewardRow> => ({
      ...{ index: 'gsi1', pk: key(gsi1[0], { network, node: nodeId.slice(2) }), ...between(blocks) },
      rows: (item) => [{ key: text(item.g1s), value: rowOf(item) }],
    }),
  };
}

/** Cycles of validators that renew themselves, by when they ended. */
export const pCycleReader = () => ({
  /** `nodeId`: 20 bytes, 0x and digits. */
  ofNode: (network: string, nodeId: string, blocks: Blocks): List<PCycleRow> => ({
    ...{ pk: key(entities.PCycle.pk, { network, node: nodeId.slice(2) }), ...between(blocks) },
    rows: (item) => [{ key: text(item.sk), value: fromExactJson<PCycleRow>(text(item[ATTRIBUTE.json])) }],
  }),
});
