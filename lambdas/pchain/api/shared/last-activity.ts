import { notFound } from '../../../core/contract/errors';
import type { Position } from '../../../core/table/list';
import type { LastActivityTimestamp } from '../../contract/schemas/activity';
import { activityView } from '../../views/activity';
import { addressesView } from '../../views/owners';
import type { Deps } from '../implement';
import { addressesIn } from './ids';
import { indexedNetwork, requirePChain } from './network';
import { getTransactions } from './transactions';

/** Nearly every listed transaction moves an output of the address: the first page is small. */
const [FIRST_ROWS, PAGE_ROWS] = [10, 100];

/**
 * Skips transactions that only name an address as owner of a subnet or of a future reward, as far
 * as the read budget allows. Throws 404 if nothing is found.
 */
export async function getLastActivity(
  deps: Deps<{ reads: ['Cursor', 'PNetwork', 'PTx', 'PTxOf'] }>,
  params: { readonly network: string; readonly blockchainId: string },
  texts: readonly string[],
): Promise<LastActivityTimestamp> {
  const { network, facts, head, range } = await indexedNetwork(deps, params.network);
  requirePChain(params.blockchainId);
  const addresses = addressesIn('addresses', texts, facts.hrp);
  const owners = new Set(addressesView(addresses, facts));
  const { contractVersion } = deps;
  const wanted = { network, blocks: { from: 0, to: head }, txTypes: [], contractVersion, ascending: false };
  let from: Position | undefined;
  for (;;) {
    const page = from ? { size: PAGE_ROWS, from } : { size: FIRST_ROWS };
    const { rows, next } = await getTransactions(deps, addresses, { ...wanted, page });
    for (const row of rows) {
      const found = activityView(row, owners, facts);
      if (found) return { ...found, network };
    }
    if (!next) throw notFound(`a transaction of these addresses on the P-Chain of ${network} (${range})`);
    from = next;
  }
}
