import type { PUtxoRow } from '../../domain/rows';
import type { Deps } from '../implement';

/** An output of several addresses is returned once for each. Limited by the read budget. */
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
