import type { AppliedBlock } from './applied-block';
import type { Utxo } from './replay/effects';
import { getUtxo } from './replay/outputs';
import type { Staker } from './replay/state';
import type { PUtxoRow } from './rows';

/** To load before deriving a block: spent outputs, and stakes that are returned or renewed. */
export const neededOutputs = (applied: AppliedBlock) => [
  ...applied.effects.spent,
  ...applied.effects.created.filter(({ origin }) => origin === 'stake'),
  ...renewedStakes(applied).flatMap(getStake),
];

export const renewedStakes = ({ effects, stakers }: AppliedBlock): Staker[] =>
  effects.ended.flatMap(({ staker }) => stakers.get(staker.txId) ?? []);

const getStake = ({ txId, outputs, stake }: Staker): Utxo[] =>
  stake.map((output, i) => getUtxo(txId, outputs + i, output));

export function stakedOutputs(staker: Staker, made: Pick<PUtxoRow, 'created'>): PUtxoRow[] {
  const { txId, start, end } = staker;
  return getStake(staker).map((output) => ({
    ...output,
    origin: 'stake' as const,
    by: txId,
    ...made,
    staked: { start, end },
  }));
}
