import { env } from '../../core/contract/env';
import { systemTimer } from '../../core/runtime/clock';
import { openTable } from '../../core/table/table';
import { type AskNode, askNode } from '../../pchain/node/node';
import { nodeHeadReader, nodeHeadWriter } from '../../pchain/rows/node-head';
import { openHeads } from './heads';
import { openReplayedFeeState } from './replayed-fee-state';

/** What the functions of the node RPC share: the heads of nodes, what is indexed of them, and a count of what was asked. */
export function openDeps() {
  const table = openTable(env('table'));
  const asked = { nodeCalls: 0 };
  const ask: AskNode = (...call) => {
    asked.nodeCalls += 1;
    return askNode(...call);
  };
  const records = { ...nodeHeadReader(table), ...nodeHeadWriter(table) };
  const heads = openHeads({ records, ask, timer: systemTimer });
  return { heads, replayed: openReplayedFeeState(table, systemTimer.now), ask, asked, meter: table.meter };
}
