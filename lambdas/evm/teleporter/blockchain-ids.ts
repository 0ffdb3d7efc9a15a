import type { Chain } from '../../core/contract/config';
import { idOfCb58 } from '../../core/domain/cb58';

/** By configuration array, which is read only once. */
const cached = new WeakMap<readonly Chain[], ReadonlyMap<string, Chain>>();

/** By blockchain id, in lower-case hexadecimal with 0x. */
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
