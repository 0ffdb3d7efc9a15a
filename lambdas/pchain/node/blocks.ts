import * as z from 'zod';
import { idOfCb58 } from '../../core/domain/cb58';
import { NodeDown } from '../../core/node/errors';
import { decodeBlock, type UnreadableBlock } from '../domain/codec/block';
import type { RawPBlock } from '../domain/raw-block';
import { checked } from './checked';
import { fetchProposers } from './proposers';
import type { PChainRpc } from './rpc';
import { sentBytes } from './sent-bytes';
import { sha256 } from './sha256';

const Height = z.object({ height: z.string().regex(/^\d{1,15}$/) });
const HexBlock = z.object({ block: z.string().regex(/^0x([0-9a-f]{2}){6,}$/) });
const Id = z.string().transform((text, context) => {
  const id = idOfCb58(text);
  if (id) return id;
  context.addIssue('must be an ID');
  return z.NEVER;
});
const JsonBlock = z.object({
  block: z.object({
    parentID: Id,
    height: z.int(),
    time: z.int().optional(),
    txs: z.array(z.object({ id: Id })).nullish(),
    tx: z.object({ id: Id }).optional(),
  }),
});

/** Throws a NodeError. `proposers`: adds each block's proposer, from the node's index. */
export function createPBlocks(
  rpc: Pick<PChainRpc, 'call' | 'all' | 'index'>,
  { proposers }: { readonly proposers: boolean },
) {
  const getRaw = async (number: number, answer: unknown): Promise<RawPBlock> => {
    const { block: text } = checked(HexBlock, `block ${number}`, answer);
    const bytes = sentBytes(text, `block ${number}`);
    const block = decodeBlock(bytes, sha256);
    if (block.type === 'Unreadable') return unreadable(number, bytes, block);
    if (block.height !== number) throw new NodeDown(`the node returned block ${block.height} instead of ${number}`);
    return { number, parentHash: block.parentId, time: block.time ?? 0, block, bytes };
  };
  /** Not decodable: parent, time and transaction IDs come from the node's JSON instead. */
  const unreadable = async (number: number, bytes: string, block: UnreadableBlock): Promise<RawPBlock> => {
    const answer = await rpc.call('getBlockByHeight', { height: String(number), encoding: 'json' });
    const json = checked(JsonBlock, `block ${number} as JSON`, answer).block;
    const { parentID: parentHash, height, time = 0, txs, tx } = json;
    if (height !== number) throw new NodeDown(`the node returned block ${height} instead of ${number}`);
    const txIds = [...(txs ?? []), ...(tx ? [tx] : [])].map(({ id }) => id);
    return { number, parentHash, time, block, bytes, unreadable: { txIds } };
  };
  const toHex = (number: number) => ['getBlockByHeight', { height: String(number), encoding: 'hex' }] as const;
  return {
    height: async (): Promise<number> => Number(checked(Height, 'height', await rpc.call('getHeight')).height),
    /** Both ends included, ascending. Throws NodeDown if the blocks do not form a chain. */
    async range(from: number, to: number): Promise<RawPBlock[]> {
      const numbers = Array.from({ length: to - from + 1 }, (_, i) => from + i);
      const answers = await rpc.all(numbers.map(toHex));
      const blocks = await Promise.all(answers.map((answer, i) => getRaw(from + i, answer)));
      const broken = blocks.findIndex(({ parentHash }, i) => i > 0 && parentHash !== blocks[i - 1]?.block.id);
      if (broken !== -1) throw new NodeDown(`block ${from + broken} from the node does not extend the previous block`);
      if (!proposers) return blocks;
      const known = await fetchProposers(rpc, blocks);
      return blocks.map((block, i) => ({ ...block, ...(known[i] ? { proposer: known[i] } : {}) }));
    },
  };
}
export type PBlocks = ReturnType<typeof createPBlocks>;
