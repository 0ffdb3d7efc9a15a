import { type AssetSum, type Balances, balancesAt, type Moment } from '../../../pchain/domain/balances';
import type { PBlockRow, PUtxoRow } from '../../../pchain/domain/rows';
import { type BalanceAround, fellBelow } from '../../../pchain/domain/threshold';
import type { pUtxoOfReader } from '../../../pchain/rows/utxo-readers';
import type { AddressSettings } from './settings';

/** Per message, including spent UTXOs: some tens of MB. */
const MAX_OUTPUTS = 50_000;

export type OutputReader = Pick<ReturnType<typeof pUtxoOfReader>, 'pages'>;

/** `addresses`: 20 bytes, hex. undefined if there are more than MAX_OUTPUTS. */
export async function getOutputs(
  outputs: OutputReader,
  network: string,
  addresses: readonly string[],
): Promise<readonly PUtxoRow[] | undefined> {
  const rows: PUtxoRow[] = [];
  for (const address of addresses)
    for await (const some of outputs.pages(network, address, false, true)) {
      rows.push(...some);
      if (rows.length > MAX_OUTPUTS) return undefined;
    }
  return rows;
}

const after = ({ number, time }: Pick<PBlockRow, 'number' | 'time'>): Moment => ({ block: number, time });

/** Correct for past blocks too, as spent UTXOs are included. */
export const balancesAfter = (outputs: readonly PUtxoRow[], block: Pick<PBlockRow, 'number' | 'time'>): Balances =>
  balancesAt(outputs, after(block));

/** Before and after the block in nAVAX, if the balance fell below the webhook's threshold. */
export function crossedThreshold(
  outputs: readonly PUtxoRow[],
  { threshold }: Pick<AddressSettings, 'threshold'>,
  { before, block, avaxAssetId }: { before: PBlockRow; block: PBlockRow; avaxAssetId: string },
): BalanceAround | undefined {
  if (!threshold) return undefined;
  const avaxIn = (balances: Balances): bigint => sumUp(balances[threshold.balanceType], avaxAssetId);
  const change = {
    previousBalance: avaxIn(balancesAfter(outputs, before)),
    balance: avaxIn(balancesAfter(outputs, block)),
  };
  return fellBelow(change, BigInt(threshold.balanceThreshold)) ? change : undefined;
}

const sumUp = (sums: readonly AssetSum[], assetId: string): bigint =>
  sums.find((sum) => sum.assetId === assetId)?.amount ?? 0n;
