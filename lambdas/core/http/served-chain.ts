import { findChain } from '../config/runtime';
import type { Chain } from '../contract/config';
import { notFound } from '../contract/errors';

/** Throws 404. */
export function getChain(chains: readonly Chain[], id: string): Chain {
  const chain = findChain(chains, id);
  if (!chain) throw notFound(`chain ${id}`);
  return chain;
}

/** Throws 404. */
export function chainWithIndex(chains: readonly Chain[], id: string): Chain {
  const chain = getChain(chains, id);
  if (!chain.index) throw notFound(`an index of chain ${id}`);
  return chain;
}
