import type { BlockRef } from '../../chain/domain/block';
import { NodeRefused } from '../../core/node/errors';
import { readableHeader } from '../domain/normalize';
import { quantity } from '../domain/rpc';
import type { Batch, Tag } from './run-code';

/** JSON-RPC's code for invalid params: a node without EIP-1898 answers a block hash with it. */
const INVALID_PARAMS = -32602;

/** Reads state by block hash (EIP-1898), else by number with the hash checked before and after. */
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
export type AtBlock = ReturnType<typeof createAtBlock>;
