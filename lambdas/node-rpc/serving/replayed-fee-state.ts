import { visibleBlock } from '../../chain/domain/cursor';
import { cursorReader } from '../../chain/rows/cursor-reader';
import { pChainSource } from '../../core/contract/pchain-source';
import type { Clock } from '../../core/runtime/clock';
import type { Table } from '../../core/table/table';
import type { RpcOutcome } from '../../pchain/domain/json-rpc/answer';
import { getPrice } from '../../pchain/domain/replay/validator-fee';
import { pBlockReader } from '../../pchain/rows/block-reader';
import { networkReader } from '../../pchain/rows/network';

/** As of the last indexed block, not projected to now. Undefined if the P-Chain is not indexed or its state is lost. */
export function createReplayedFeeState(table: Table, now: Clock) {
  const [cursors, blocks, networks] = [cursorReader(table, now), pBlockReader(table), networkReader(table)];
  return async (network: string): Promise<RpcOutcome | undefined> => {
    const [cursor, facts] = await Promise.all([cursors.find(pChainSource(network)), networks.facts(network)]);
    if (!cursor || !facts) return undefined;
    const block = await blocks.byNumber(network, visibleBlock(cursor));
    // Rows written by older versions have no excess.
    const excess: bigint | undefined = block?.after?.excess;
    if (!block || excess === undefined) return undefined;
    const timestamp = new Date(block.time * 1_000).toISOString().replace('.000', '');
    return {
      result: `{"excess":${excess},"price":${getPrice(facts.validatorFee, excess)},"timestamp":"${timestamp}"}`,
    };
  };
}
export type ReplayedFeeState = ReturnType<typeof createReplayedFeeState>;
