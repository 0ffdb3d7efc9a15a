import type { TransferKind } from '../../domain/transfers';
import type { TokenMetadata } from './token';

/** By number of incomplete readings: 0, 1 min, 5 min, 1 h, 1 d. */
const RETRY_SECONDS = [0, 60, 300, 3_600, 86_400];

/** `seenAs`: the standard of its transfers, which a reading must agree with. */
export function isComplete(
  { ercType, name, symbol, decimals }: Pick<TokenMetadata, 'ercType' | 'name' | 'symbol' | 'decimals'>,
  seenAs: TransferKind | undefined,
): boolean {
  const isNamed = name !== undefined && symbol !== undefined;
  if (ercType === 'ERC-20' && (!isNamed || decimals === undefined)) return false;
  if (ercType === 'ERC-721' && !isNamed) return false;
  return seenAs === undefined || ercType === `ERC-${seenAs.slice(3)}`;
}

/** Growing intervals while readings are incomplete. `misses`: incomplete readings in a row. */
export function secondsToNextReading(
  { misses = 0 }: { readonly misses?: number },
  complete: boolean,
  refreshSeconds: number,
): number {
  const retry = RETRY_SECONDS[Math.min(misses, RETRY_SECONDS.length - 1)] ?? 0;
  return complete ? refreshSeconds : Math.min(retry, refreshSeconds);
}
