import type { AppliedBlock } from '../domain/applied-block';
import type { Utxo } from '../domain/replay/effects';

/**
 * Adds the rewards to blocks that follow from what was before the index begins: of validators that renew themselves, whose
 * state does not say which of their rewards they have staked again. The node tells them, by the transaction that paid them.
 */
export async function addUntoldRewards(
  applied: readonly AppliedBlock[],
  ask: (txId: string) => Promise<readonly Utxo[]>,
): Promise<void> {
  for (const { effects } of applied)
    for (const { staker, by } of effects.untold.splice(0))
      for (const [i, output] of (await ask(by)).entries()) {
        // That of the stake is first; there is none if only what others delegated was rewarded.
        const isOwn = i === 0 && String(output.owners.addresses) === String(staker.rewardsOwner?.addresses);
        effects.created.push({ ...output, by, origin: isOwn ? 'validation reward' : 'delegatee reward' });
      }
}
