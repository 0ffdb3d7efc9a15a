import { readTokenMetadata } from '../../node/token-metadata';
import type { TokenMetadata } from '../../tokens/domain/token';
import type { TokenRecord } from '../../tokens/rows/token-item';
import type { Tokens } from '../../views/token';
import type { Deps } from '../implement';

/**
 * What a contract is and says of itself: its record, or, before it moved a token, its own answers. Every endpoint that
 * tells a contract's standard asks here, so that all tell the same. Throws NodeError if only the node would know.
 */
export async function contractMetadata(
  { node }: Deps<{ node: true }>,
  chain: string,
  contract: string,
  tokens: Tokens,
): Promise<TokenMetadata & Pick<Partial<TokenRecord>, 'logoUri'>> {
  const record = tokens.get(contract);
  // A record that only has the operator's settings has no metadata yet.
  if (record && record.ercType !== 'UNKNOWN') return { ...record, isContract: true };
  return readTokenMetadata({ batch: (calls) => node.batch(chain, calls) }, contract, undefined);
}
