export type ExpectedAmount = {
  assetId: string;
  name: string;
  symbol: string;
  denomination: number;
  type: 'secp256k1';
  amount: string;
};

type Counted = { assetId: string; amount: string };

/** The P-Chain has no names of assets other than AVAX. */
export function assetAmount({ assetId, amount }: Counted, avaxAssetId: string): ExpectedAmount {
  const asset =
    assetId === avaxAssetId
      ? { name: 'Avalanche', symbol: 'AVAX', denomination: 9 }
      : { name: '', symbol: '', denomination: 0 };
  return { assetId, ...asset, type: 'secp256k1', amount };
}

/** Sums per asset, sorted by asset id, without zeros. */
export function totals(
  added: readonly Counted[],
  avaxAssetId: string,
  taken: readonly Counted[] = [],
): ExpectedAmount[] {
  const sums = new Map<string, bigint>();
  const add = (assetId: string, amount: bigint) => sums.set(assetId, (sums.get(assetId) ?? 0n) + amount);
  for (const { assetId, amount } of added) add(assetId, BigInt(amount));
  for (const { assetId, amount } of taken) add(assetId, -BigInt(amount));
  return [...sums]
    .filter(([, sum]) => sum !== 0n)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([assetId, sum]) => assetAmount({ assetId, amount: String(sum) }, avaxAssetId));
}
