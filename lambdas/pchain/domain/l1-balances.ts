import { balanceOf } from './replay/l1-validators';
import type { L1ChangeRow } from './rows';
import type { BalanceAround } from './threshold';

export interface L1Around {
  readonly before: L1ChangeRow | undefined;
  readonly after: L1ChangeRow | undefined;
}

export interface AccruedAround {
  readonly before: bigint;
  readonly after: bigint;
}

export const balanceAround = ({ before, after }: L1Around, accrued: AccruedAround): BalanceAround => ({
  previousBalance: before ? balanceOf({ accruedFees: accrued.before }, before) : 0n,
  balance: after ? balanceOf({ accruedFees: accrued.after }, after) : 0n,
});
