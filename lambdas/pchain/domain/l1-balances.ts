import { balanceOf } from './replay/l1-validators';
import type { L1ChangeRow } from './rows';
import type { BalanceAround } from './threshold';

/** An L1 validator before and after a block; undefined if it did not exist. */
export interface L1Around {
  readonly before: L1ChangeRow | undefined;
  readonly after: L1ChangeRow | undefined;
}

/** Fees accrued by the chain before and after a block, nAVAX. */
export interface AccruedAround {
  readonly before: bigint;
  readonly after: bigint;
}

/** 0 where the validator did not exist. */
export const balanceAround = ({ before, after }: L1Around, accrued: AccruedAround): BalanceAround => ({
  previousBalance: before ? balanceOf({ accruedFees: accrued.before }, before) : 0n,
  balance: after ? balanceOf({ accruedFees: accrued.after }, after) : 0n,
});
