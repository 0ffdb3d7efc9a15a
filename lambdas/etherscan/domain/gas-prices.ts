import { UNKNOWN } from './unknown';

/** Of `eth_feeHistory`, hex. The last base fee is the next block's. */
export interface FeeHistory {
  readonly baseFeePerGas: readonly string[];
  readonly gasUsedRatio: readonly number[];
  /** Priority fees per block, low to high. */
  readonly reward?: readonly (readonly string[])[] | undefined;
}

/** In gwei. Chains without a fee market have one price. */
export function gasPrices(gasPrice: bigint, history: FeeHistory | undefined) {
  const base = history?.baseFeePerGas.at(-1);
  if (!history || base === undefined) {
    const price = toGwei(gasPrice);
    return {
      SafeGasPrice: price,
      ProposeGasPrice: price,
      FastGasPrice: price,
      suggestBaseFee: UNKNOWN,
      gasUsedRatio: UNKNOWN,
    };
  }
  const priceAt = (percentile: number): string => toGwei(BigInt(base) + median(history, percentile));
  return {
    SafeGasPrice: priceAt(0),
    ProposeGasPrice: priceAt(1),
    FastGasPrice: priceAt(2),
    suggestBaseFee: toGwei(BigInt(base)),
    gasUsedRatio: history.gasUsedRatio.join(','),
  };
}

/** Of the blocks' fees at a percentile; 0 without transactions. */
function median({ reward = [] }: FeeHistory, percentile: number): bigint {
  const fees = reward.map((fee) => BigInt(fee[percentile] ?? 0)).toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return fees[fees.length >> 1] ?? 0n;
}

/** Exact decimal text. */
function toGwei(wei: bigint): string {
  const digits = String(wei).padStart(10, '0');
  return `${digits.slice(0, -9)}.${digits.slice(-9)}`.replace(/\.?0+$/, '');
}
