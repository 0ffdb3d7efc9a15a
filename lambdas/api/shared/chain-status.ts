import type { Chain } from '../../contract/config';
import { type Cursor, isUp } from '../../domain/chain/cursor';
import type { Deps } from '../implement/evm';

/** Whether a chain works: its index, or its node if it has none. */
export const isChainUp = async (
  { node, now }: Deps<{ node: true }>,
  { index, chainId }: Chain,
  cursor: Cursor | undefined,
): Promise<boolean> => (index ? isUp(cursor, now()) : node.isServing(chainId));
