import type { BlockRef } from '../../chain/domain/block';
import { NodeRefused } from '../../core/node/errors';
import { readableHeader } from '../domain/normalize';
import { quantity } from '../domain/rpc';
import type { Batch, Tag } from './run-code';

/** JSON-RPC's code for invalid parameters: how nodes without EIP-1898 answer a block that is named by its hash. */
const INVALID_PARAMS = -32602;

/**
 * Asks a node for the state of one block: by its hash (EIP-1898), or, of a node that does not take one, by its number
 * and only if the hash at that number is the same before and after. `ask` gives undefined if the node has no state of
 * the block, and so does this. Throws NodeError.
 */
export function createAtBlock(batch: Batch) {
  let takesHashes = true;

  const isAt = async ({ number, hash }: BlockRef): Promise<boolean> => {
    const [outcome] = await batch([['eth_getBlockByNumber', quantity(number), false]]);
    return outcome !== undefined && 'result' in outcome && readableHeader(outcome.result).hash === hash;
  };
  const byNumber = async <T>(block: BlockRef, ask: (tag: Tag) => Promise<T | undefined>): Promise<T | undefined> => {
    if (!(await isAt(block))) return undefined;
    const answer = await ask(quantity(block.number));
    return answer !== undefined && (await isAt(block)) ? answer : undefined;
  };

  return async <T>(block: BlockRef, ask: (tag: Tag) => Promise<T | undefined>): Promise<T | undefined> => {
    if (!takesHashes) return byNumber(block, ask);
    try {
      return await ask({ blockHash: block.hash });
    } catch (error) {
      if (!(error instanceof NodeRefused)) throw error;
      const answer = await byNumber(block, ask);
      if (answer !== undefined && error.code === INVALID_PARAMS) takesHashes = false;
      return answer;
    }
  };
}
/** What `createAtBlock` gives. */
export type AtBlock = ReturnType<typeof createAtBlock>;
