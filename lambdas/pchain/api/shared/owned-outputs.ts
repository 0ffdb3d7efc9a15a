import type { PUtxoRow } from '../../domain/rows';
import type { Deps } from '../implement';

/**
 * All outputs of addresses, or all that are not spent: one of several addresses as often as it is theirs. The read budget
 * limits how many.
 */
export async function getOutputs(
  { PUtxoOf }: Deps<{ reads: ['PUtxoOf'] }>,
  network: string,
  addresses: readonly string[],
  unspent: boolean,
): Promise<PUtxoRow[]> {
  const rows: PUtxoRow[] = [];
  const readAll = async (address: string) => {
    for await (const some of PUtxoOf.pages(network, address, unspent)) rows.push(...some);
  };
  await Promise.all(addresses.map(readAll));
  return rows;
}
