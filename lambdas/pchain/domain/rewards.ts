import type { AppliedBlock } from './applied-block';
import type { Utxo } from './replay/effects';
import { type Place, PRIMARY_NETWORK, type Staker } from './replay/state';
import type { RewardKind } from './stakes';

const KINDS: Readonly<Record<string, RewardKind>> = {
  'validation reward': 'validation',
  'delegation reward': 'delegation',
  'delegatee reward': 'delegation fee',
};

type StakeFields = 'nodeId' | 'start' | 'end' | 'weight';

/** Primary network only. */
export interface PRewardRow extends Pick<Utxo, 'txId' | 'outputIndex' | 'assetId' | 'amount' | 'owners'> {
  readonly kind: RewardKind;
  readonly stake: Pick<Staker, StakeFields> & { readonly txId: string; readonly created: Place };
  readonly by: string;
  readonly block: number;
}

export const paidRewards = ({ raw, effects }: AppliedBlock): PRewardRow[] =>
  effects.created.flatMap((output): PRewardRow[] => {
    const kind = KINDS[output.origin];
    const staker = effects.ended.find(({ by }) => by === output.by)?.staker;
    if (!kind || staker?.subnetId !== PRIMARY_NETWORK) return [];
    const { txId, outputIndex, assetId, amount, owners, by } = output;
    const { nodeId, start, end, weight, created } = staker;
    const stake = { txId: staker.txId, created, nodeId, start, end, weight };
    return [{ txId, outputIndex, assetId, amount, owners, kind, stake, by, block: raw.number }];
  });
