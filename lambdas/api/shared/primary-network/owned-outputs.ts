import type { Deps } from '../../../adapters/deps';
import { badRequest } from '../../../contract/errors';
import type { PUtxoRow } from '../../../domain/pchain/rows';

/** Outputs that one request reads: some tens of megabytes. */
const MAX_OUTPUTS = 50_000;

/**
 * All outputs of addresses, or all that are not spent: one of several addresses as often as it is theirs. 400 if they
 * are too many to be read at once.
 */
export async function outputsOf(
  { PUtxoOf }: Deps<{ reads: ['PUtxoOf'] }>,
  network: string,
  addresses: readonly string[],
  unspent: boolean,
): Promise<PUtxoRow[]> {
  const rows: PUtxoRow[] = [];
  const readAll = async (address: string) => {
    for await (const some of PUtxoOf.pages(network, address, unspent)) {
      if (rows.length + some.length > MAX_OUTPUTS) throw tooMany();
      rows.push(...some);
    }
  };
  await Promise.all(addresses.map(readAll));
  return rows;
}

const tooMany = () =>
  badRequest(
    'addresses',
    `have more than ${MAX_OUTPUTS} outputs together: ask for fewer addresses, or sum the pages of …/utxos`,
  );
