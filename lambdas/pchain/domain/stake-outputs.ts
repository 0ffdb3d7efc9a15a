import type { AppliedBlock } from './applied-block';
import type { Utxo } from './replay/effects';
import { getUtxo } from './replay/outputs';
import type { Staker } from './replay/state';
import type { PUtxoRow } from './rows';

/** The outputs that must be known before a block is derived: those that it spends, and stakes that it pays back or renews. */
export const neededOutputs = (applied: AppliedBlock) => [
  ...applied.effects.spent,
  ...applied.effects.created.filter(({ origin }) => origin === 'stake'),
  ...renewedStakes(applied).flatMap(getStake),
];

/** Stakes of which a cycle ended and the next began. */
export const renewedStakes = ({ effects, stakers }: AppliedBlock): Staker[] =>
  effects.ended.flatMap(({ staker }) => stakers.get(staker.txId) ?? []);

/** The outputs of a stake. */
const getStake = ({ txId, outputs, stake }: Staker): Utxo[] =>
  stake.map((output, i) => getUtxo(txId, outputs + i, output));

/** The outputs of a stake that goes on, as rows. */
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
