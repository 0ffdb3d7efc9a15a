import { toCb58 } from '../../core/domain/cb58';
import type { AssetAmount, XChainAssetDetails } from '../contract/schemas/assets';
import type { NetworkIds } from './owners';

/** An amount of an asset (0x and digits), in its smallest unit. */
export interface Amount {
  readonly assetId: string;
  readonly amount: bigint;
}

const AVAX = { name: 'Avalanche', symbol: 'AVAX', denomination: 9 };
/** The X-chain knows how other assets are called. */
const OTHER = { name: '', symbol: '', denomination: 0 };

/** An amount as answers show it. */
export const amountView = ({ assetId, amount }: Amount, { avaxAssetId }: NetworkIds): AssetAmount => ({
  assetId: toCb58(assetId),
  ...(assetId === avaxAssetId ? AVAX : OTHER),
  type: 'secp256k1',
  amount: String(amount),
});

/** Sums by asset as answers show them, by the text of the asset's id. A sum of 0 is left out. */
export function sumsView(amounts: readonly Amount[], ids: NetworkIds): AssetAmount[] {
  const sums = new Map<string, bigint>();
  for (const { assetId, amount } of amounts) sums.set(assetId, (sums.get(assetId) ?? 0n) + amount);
  return [...sums]
    .flatMap(([assetId, amount]) => (amount === 0n ? [] : [amountView({ assetId, amount }, ids)]))
    .toSorted((a, b) => (a.assetId < b.assetId ? -1 : 1));
}

/** AVAX of a network, which its genesis has made. */
export const avaxView = ({ avaxAssetId, genesisTime }: NetworkIds): XChainAssetDetails => ({
  assetId: toCb58(avaxAssetId),
  ...AVAX,
  type: 'secp256k1',
  createdAtTimestamp: genesisTime,
  cap: 'fixed',
});
