import { type Cursor, isUp } from '../../../chain/domain/cursor';
import type { Chain } from '../../../core/contract/config';
import type { Deps } from '../implement';

/** Of the index, or of the node if the chain is not indexed. */
export const isChainUp = async (
  { node, now }: Deps<{ node: true }>,
  { index, chainId }: Chain,
  cursor: Cursor | undefined,
): Promise<boolean> => (index ? isUp(cursor, now()) : node.isServing(chainId));
