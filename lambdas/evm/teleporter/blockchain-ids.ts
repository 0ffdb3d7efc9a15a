import type { Chain } from '../../core/contract/config';
import { idOfCb58 } from '../../core/domain/cb58';

/** By the array of a configuration, which is read once. */
const cached = new WeakMap<readonly Chain[], ReadonlyMap<string, Chain>>();

/** The configured chains that say their blockchain ids, by these: 0x and lower-case hexadecimal digits. */
export function chainsById(chains: readonly Chain[]): ReadonlyMap<string, Chain> {
  const known = cached.get(chains);
  if (known) return known;
  const found = new Map(
    chains.flatMap((chain) => {
      const id = chain.blockchainId === undefined ? undefined : idOfCb58(chain.blockchainId);
      return id === undefined ? [] : [[id, chain] as const];
    }),
  );
  cached.set(chains, found);
  return found;
}
