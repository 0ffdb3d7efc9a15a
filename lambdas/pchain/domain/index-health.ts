import type { Cursor } from '../../chain/domain/cursor';
import { chainHealth } from '../../chain/domain/health';
import type { PChain } from '../../core/contract/pchain-config';
import type { pChainHealth } from './node-health';

/** What a comparison of the replayed state with the node's own has shown. `at`: Unix ms. */
interface Compared {
  readonly height: number;
  readonly at: number;
  readonly problem?: string;
}

/** The health report of a P-chain that is indexed: that of its node, how far the index is, and whether it is right. */
export function pIndexHealth(
  node: ReturnType<typeof pChainHealth>,
  cursor: Cursor | undefined,
  compared: Compared | undefined,
  now: number,
  startBlock: PChain['startBlock'],
) {
  const { chainName: _name, ...index } = chainHealth({ chainName: '', finalityDepth: 0 }, cursor, [], now);
  const problem =
    compared?.problem === undefined ? undefined : `the indexed state is not the node's: ${compared.problem}`;
  const failures = [node.message, index.message, problem].filter((message) => message !== undefined);
  const seededAt = cursor && cursor.start > 0 ? cursor.start : undefined;
  const messages = new Set([...failures, ...ignoredStart(startBlock, seededAt)]);
  return {
    ...node,
    ...index,
    status: failures.length > 0 ? ('down' as const) : ('up' as const),
    // What was before is not indexed: the state of this block is what its node told.
    ...(seededAt === undefined ? {} : { seededAt }),
    ...(compared ? { stateComparedAt: compared.height } : {}),
    ...(messages.size > 0 ? { message: [...messages].join('; ') } : {}),
  };
}

/** A warning if the configuration asks for all blocks, and the index was seeded at a later one. */
function ignoredStart(startBlock: PChain['startBlock'], seededAt: number | undefined): string[] {
  if (seededAt === undefined || startBlock !== 0) return [];
  return [
    `startBlock is 0, but the index begins with block ${seededAt}, and an index cannot be extended to older blocks: set it to head, or index the network anew in another deployment (in local mode in another data folder)`,
  ];
}
