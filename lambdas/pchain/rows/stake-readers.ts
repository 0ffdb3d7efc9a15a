import { type Blocks, between } from '../../chain/rows/block-lists';
import { key } from '../../core/table/key';
import type { List } from '../../core/table/list';
import { entities } from '../../core/table/schema';
import { type Stored, text } from '../../core/table/stored-item';
import type { PCycleRow } from '../domain/cycles';
import { fromExactJson } from '../domain/exact-json';
import type { PRewardRow } from '../domain/rewards';
import type { ConcernedStake, StakeOf } from '../domain/stakes';
import { ATTRIBUTE } from './items';
import { getStakes } from './stake-items';

/** Stakes of the primary network by address or node. A stake with two rewards for the same one has two rows. */
export function pStakeOfReader() {
  const { pk, gsi1 } = entities.PStakeOf;
  const toRow = (item: Stored): StakeOf => fromExactJson<StakeOf>(text(item[ATTRIBUTE.json]));
  return {
    /** Current and ended stakes, by creation. */
    all: (network: string, of: ConcernedStake['of'], blocks: Blocks): List<StakeOf> => ({
      pk: key(pk, { network, of: getStakes(of) }),
      ...between(blocks),
      rows: (item) => [{ key: text(item.sk), value: toRow(item) }],
    }),
    /** Stakes that have not ended, by creation. */
    current: (network: string, of: ConcernedStake['of'], blocks: Blocks): List<StakeOf> => ({
      index: 'gsi1',
      pk: key(gsi1[0], { network, of: getStakes(of) }),
      ...between(blocks),
      rows: (item) => [{ key: text(item.g1s), value: toRow(item) }],
    }),
  };
}

/** Rewards paid in the primary network, by payout block. */
export function pRewardReader() {
  const { pk, gsi1 } = entities.PReward;
  const toRow = (item: Stored): PRewardRow => fromExactJson<PRewardRow>(text(item[ATTRIBUTE.json]));
  return {
    /** `address`: 20 bytes, 0x-prefixed hex. */
    ofAddress: (network: string, address: string, blocks: Blocks): List<PRewardRow> => ({
      pk: key(pk, { network, address: address.slice(2) }),
      ...between(blocks),
      rows: (item) => [{ key: text(item.sk), value: toRow(item) }],
    }),
    /** Rewards of all stakes of a node (20 bytes, 0x-prefixed hex). */
    ofNode: (network: string, nodeId: string, blocks: Blocks): List<PRewardRow> => ({
      index: 'gsi1',
      pk: key(gsi1[0], { network, node: nodeId.slice(2) }),
      ...between(blocks),
      rows: (item) => [{ key: text(item.g1s), value: toRow(item) }],
    }),
  };
}

/** Finished cycles of auto-renewed validators, by end. */
export const pCycleReader = () => ({
  /** `nodeId`: 20 bytes, 0x-prefixed hex. */
  ofNode: (network: string, nodeId: string, blocks: Blocks): List<PCycleRow> => ({
    pk: key(entities.PCycle.pk, { network, node: nodeId.slice(2) }),
    ...between(blocks),
    rows: (item) => [{ key: text(item.sk), value: fromExactJson<PCycleRow>(text(item[ATTRIBUTE.json])) }],
  }),
});
