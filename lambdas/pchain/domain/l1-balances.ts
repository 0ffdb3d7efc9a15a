import { balanceOf } from './replay/l1-validators';
import type { L1ChangeRow } from './rows';
import type { BalanceAround } from './threshold';

/** An L1 validator before a block and after it; undefined: it was not there. */
export interface L1Around {
  readonly before: L1ChangeRow | undefined;
  readonly after: L1ChangeRow | undefined;
}

/** The fees that a chain has accrued before a block and after it, nAVAX. */
export interface AccruedAround {
  readonly before: bigint;
  readonly after: bigint;
}

/** The balance of an L1 validator before a block and after it. */
export const balanceAround = ({ before, after }: L1Around, accrued: AccruedAround): BalanceAround => ({
  previousBalance: before ? balanceOf({ accruedFees: accrued.before }, before) : 0n,
  balance: after ? balanceOf({ accruedFees: accrued.after }, after) : 0n,
});
