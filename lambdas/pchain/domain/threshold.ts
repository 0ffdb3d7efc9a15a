export interface BalanceAround {
  readonly previousBalance: bigint;
  readonly balance: bigint;
}

export const fellBelow = ({ previousBalance, balance }: BalanceAround, threshold: bigint): boolean =>
  previousBalance >= threshold && balance < threshold;
