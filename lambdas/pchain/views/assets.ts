import { toCb58 } from '../../core/domain/cb58';
import type { AssetAmount, XChainAssetDetails } from '../contract/schemas/assets';
import type { NetworkIds } from './owners';

export interface Amount {
  readonly assetId: string;
  readonly amount: bigint;
}

const AVAX = { name: 'Avalanche', symbol: 'AVAX', denomination: 9 };
/** Names of other assets are only known on the X-Chain. */
const OTHER = { name: '', symbol: '', denomination: 0 };

export const amountView = ({ assetId, amount }: Amount, { avaxAssetId }: NetworkIds): AssetAmount => ({
  assetId: toCb58(assetId),
  ...(assetId === avaxAssetId ? AVAX : OTHER),
  type: 'secp256k1',
  amount: String(amount),
});

/** Sorted by asset ID in CB58. Zero totals are omitted. */
export function sumsView(amounts: readonly Amount[], ids: NetworkIds): AssetAmount[] {
  const sums = new Map<string, bigint>();
  for (const { assetId, amount } of amounts) sums.set(assetId, (sums.get(assetId) ?? 0n) + amount);
  return [...sums]
    .flatMap(([assetId, amount]) => (amount === 0n ? [] : [amountView({ assetId, amount }, ids)]))
    .toSorted((a, b) => (a.assetId < b.assetId ? -1 : 1));
}

export const avaxView = ({ avaxAssetId, genesisTime }: NetworkIds): XChainAssetDetails => ({
  assetId: toCb58(avaxAssetId),
  ...AVAX,
  type: 'secp256k1',
  createdAtTimestamp: genesisTime,
  cap: 'fixed',
});
