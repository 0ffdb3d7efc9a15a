import type { Cursor } from '../../chain/domain/cursor';
import { chainHealth } from '../../chain/domain/health';
import type { PChain } from '../../core/contract/pchain-config';
import type { pChainHealth } from './node-health';

/** Last comparison of the replayed state with the node's. `at`: Unix ms. */
interface Compared {
  readonly height: number;
  readonly at: number;
  readonly problem?: string;
}

export function pIndexHealth(
  node: ReturnType<typeof pChainHealth>,
  cursor: Cursor | undefined,
  compared: Compared | undefined,
  now: number,
  startBlock: PChain['startBlock'],
) {
  const { chainName: _name, ...index } = chainHealth({ chainName: '', finalityDepth: 0 }, cursor, [], now);
  const problem =
    compared?.problem === undefined ? undefined : `the indexed state differs from the node's: ${compared.problem}`;
  const failures = [node.message, index.message, problem].filter((message) => message !== undefined);
  const seededAt = cursor && cursor.start > 0 ? cursor.start : undefined;
  const messages = new Set([...failures, ...ignoredStart(startBlock, seededAt)]);
  return {
    ...node,
    ...index,
    status: failures.length > 0 ? ('down' as const) : ('up' as const),
    // The index starts from the node's state at this block: nothing before it is indexed.
    ...(seededAt === undefined ? {} : { seededAt }),
    ...(compared ? { stateComparedAt: compared.height } : {}),
    ...(messages.size > 0 ? { message: [...messages].join('; ') } : {}),
  };
}

function ignoredStart(startBlock: PChain['startBlock'], seededAt: number | undefined): string[] {
  if (seededAt === undefined || startBlock !== 0) return [];
  return [
    `startBlock is 0, but the index starts at block ${seededAt} and cannot be extended to older blocks: set startBlock to head, or index the network from scratch in another deployment (in local mode, another data folder)`,
  ];
}
