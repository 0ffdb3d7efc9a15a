import { type AssetSum, type Balances, balancesAt, type Moment } from '../../../pchain/domain/balances';
import type { PBlockRow, PUtxoRow } from '../../../pchain/domain/rows';
import { type BalanceAround, fellBelow } from '../../../pchain/domain/threshold';
import type { pUtxoOfReader } from '../../../pchain/rows/utxo-readers';
import type { AddressSettings } from './settings';

/** Outputs that a message is made of, spent ones included: some tens of megabytes. */
const MAX_OUTPUTS = 50_000;

/** Where outputs are read. */
export type OutputReader = Pick<ReturnType<typeof pUtxoOfReader>, 'pages'>;

/** All outputs that addresses (20 bytes) ever had; undefined if they are too many. */
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

/** The moment after a block. */
const after = ({ number, time }: Pick<PBlockRow, 'number' | 'time'>): Moment => ({ block: number, time });

/** What outputs are worth after a block: of past blocks too, whatever became of them since. */
export const balancesAfter = (outputs: readonly PUtxoRow[], block: Pick<PBlockRow, 'number' | 'time'>): Balances =>
  balancesAt(outputs, after(block));

/** How a balance changed in a block, if it fell below the threshold of a webhook. Amounts in nAVAX. */
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
