import type { AppliedBlock } from '../domain/applied-block';
import type { Utxo } from '../domain/replay/effects';

/**
 * A seeded state does not record how restaked rewards divide into validation and delegatee rewards.
 * The node returns them by the paying transaction; they are kept with the block.
 */
export async function addMissingRewards(
  applied: readonly AppliedBlock[],
  ask: (txId: string) => Promise<readonly Utxo[]>,
): Promise<void> {
  for (const { effects, raw } of applied)
    for (const { staker, by } of effects.missingRewards.splice(0)) {
      const outputs = raw.rewards?.get(by) ?? (await ask(by));
      raw.rewards = new Map([...(raw.rewards ?? []), [by, outputs]]);
      for (const [i, output] of outputs.entries()) {
        // The validation reward comes first. It is absent if only delegatee rewards were paid.
        const isOwn = i === 0 && String(output.owners.addresses) === String(staker.rewardsOwner?.addresses);
        effects.created.push({ ...output, by, origin: isOwn ? 'validation reward' : 'delegatee reward' });
      }
    }
}
