/** A balance before a block and after it, nAVAX. */
export interface BalanceAround {
  readonly previousBalance: bigint;
  readonly balance: bigint;
}

/** Whether a balance fell below a threshold in the block. */
export const fellBelow = ({ previousBalance, balance }: BalanceAround, threshold: bigint): boolean =>
  previousBalance >= threshold && balance < threshold;
