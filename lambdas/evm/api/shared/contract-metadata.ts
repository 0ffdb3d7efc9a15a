import { readTokenMetadata } from '../../node/token-metadata';
import type { TokenMetadata } from '../../tokens/domain/token';
import type { TokenRecord } from '../../tokens/rows/token-item';
import type { Tokens } from '../../views/token';
import type { Deps } from '../implement';

/** All endpoints that return a standard use this, so that they agree. Throws NodeError. */
export async function contractMetadata(
  { node }: Deps<{ node: true }>,
  chain: string,
  contract: string,
  tokens: Tokens,
): Promise<TokenMetadata & Pick<Partial<TokenRecord>, 'logoUri'>> {
  const record = tokens.get(contract);
  // A record may have only the operator's settings.
  if (record && record.ercType !== 'UNKNOWN') return { ...record, isContract: true };
  return readTokenMetadata({ batch: (calls) => node.batch(chain, calls) }, contract, undefined);
}
