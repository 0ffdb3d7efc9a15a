import { createHash } from 'node:crypto';
import * as z from 'zod';
import { NodeDown } from '../../core/node/errors';
import { readContainer } from '../domain/codec/container';
import type { Proposer } from '../domain/rows';
import { checked } from './checked';
import type { PChainRpc } from './rpc';
import { sentBytes } from './sent-bytes';
import { sha256 } from './sha256';

const Containers = z.object({
  containers: z.array(z.object({ bytes: z.string().regex(/^0x([0-9a-f]{2}){6,}$/) })),
});
/** An empty list behind its length: the signature that is not there. */
const LENGTH_DIGITS = 8;

/** A block whose proposer is wanted. `id`: 0x and digits. */
interface Wanted {
  readonly number: number;
  readonly block: { readonly id: string };
}

/**
 * Who proposed each of these blocks, one after the other, as the index of the node tells (`--index-enabled`, from its first
 * block on): undefined of blocks that nobody signed. Throws a NodeError, also where the index is of other blocks.
 */
export async function fetchProposers(
  rpc: Pick<PChainRpc, 'index'>,
  blocks: readonly Wanted[],
): Promise<(Proposer | undefined)[]> {
  // The index begins with block 1: that of the genesis is in none.
  const [first, ...rest] = blocks.filter(({ number }) => number > 0);
  if (!first) return blocks.map(() => undefined);
  const range = { startIndex: String(first.number - 1), numToFetch: String(1 + rest.length), encoding: 'hex' };
  const { containers } = checked(Containers, 'index of blocks', await rpc.index('getContainerRange', range));
  return blocks.map((block) =>
    block.number === 0 ? undefined : proposerIn(block, containers[block.number - first.number]?.bytes),
  );
}

function proposerIn({ number, block }: Wanted, text: string | undefined): Proposer | undefined {
  if (text === undefined) throw new NodeDown(`the index of the node does not have block ${number}`);
  const digits = sentBytes(text, `block ${number} of the index`).slice(2);
  const container = readContainer(digits);
  if (!container || `0x${sha256(container.block.slice(2))}` !== block.id) {
    if (`0x${sha256(digits)}` === block.id) return undefined;
    throw new NodeDown(
      `the index of the node has another block for ${number}: it must have been on since the node's first block`,
    );
  }
  if (container.type === 'Option' || container.certificate === '0x') return undefined;
  const { parentId, time, pChainHeight, certificate, signature } = container;
  const unsigned = digits.slice(0, digits.length - LENGTH_DIGITS - (signature.length - 2));
  return { id: `0x${sha256(unsigned)}`, parentId, nodeId: nodeIdIn(certificate), time, pChainHeight };
}

/** A node's id is the hash of the hash of its certificate. */
function nodeIdIn(certificate: string): string {
  const inner = createHash('sha256').update(certificate.slice(2), 'hex').digest();
  return `0x${createHash('ripemd160').update(inner).digest('hex')}`;
}
