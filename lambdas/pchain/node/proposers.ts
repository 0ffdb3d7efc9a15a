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
/** Length prefix of the signature. Unsigned bytes end before it. */
const LENGTH_DIGITS = 8;

interface Wanted {
  readonly number: number;
  readonly block: { readonly id: string };
}

/**
 * From the node's index (`--index-enabled`, since the node's first block). undefined for unsigned
 * blocks. Throws a NodeError, also if the index holds different blocks.
 */
export async function fetchProposers(
  rpc: Pick<PChainRpc, 'index'>,
  blocks: readonly Wanted[],
): Promise<(Proposer | undefined)[]> {
  // The index starts at block 1: the genesis block is not in it.
  const [first, ...rest] = blocks.filter(({ number }) => number > 0);
  if (!first) return blocks.map(() => undefined);
  const range = { startIndex: String(first.number - 1), numToFetch: String(1 + rest.length), encoding: 'hex' };
  const { containers } = checked(Containers, 'index of blocks', await rpc.index('getContainerRange', range));
  return blocks.map((block) =>
    block.number === 0 ? undefined : proposerIn(block, containers[block.number - first.number]?.bytes),
  );
}

function proposerIn({ number, block }: Wanted, text: string | undefined): Proposer | undefined {
  if (text === undefined) throw new NodeDown(`the node's index does not have block ${number}`);
  const digits = sentBytes(text, `indexed block ${number}`).slice(2);
  const container = readContainer(digits);
  if (!container || `0x${sha256(container.block.slice(2))}` !== block.id) {
    if (`0x${sha256(digits)}` === block.id) return undefined;
    throw new NodeDown(
      `the node's index has a different block ${number}: indexing must be enabled from the node's first block on`,
    );
  }
  if (container.type === 'Option' || container.certificate === '0x') return undefined;
  const { parentId, time, pChainHeight, certificate, signature } = container;
  const unsigned = digits.slice(0, digits.length - LENGTH_DIGITS - (signature.length - 2));
  return { id: `0x${sha256(unsigned)}`, parentId, nodeId: nodeIdIn(certificate), time, pChainHeight };
}

/** A node ID is RIPEMD-160 of SHA-256 of the node's certificate. */
function nodeIdIn(certificate: string): string {
  const inner = createHash('sha256').update(certificate.slice(2), 'hex').digest();
  return `0x${createHash('ripemd160').update(inner).digest('hex')}`;
}
