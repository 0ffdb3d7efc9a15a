import { env } from '../../core/contract/env';
import { systemTimer } from '../../core/runtime/clock';
import { createTableClient } from '../../core/table/table';
import { type AskNode, fetchNode } from '../../pchain/node/node';
import { nodeHeadReader, nodeHeadWriter } from '../../pchain/rows/node-head';
import { createHeads } from './heads';
import { createReplayedFeeState } from './replayed-fee-state';

export function createDeps() {
  const table = createTableClient(env('table'));
  const asked = { nodeCalls: 0 };
  const ask: AskNode = (...call) => {
    asked.nodeCalls += 1;
    return fetchNode(...call);
  };
  const records = { ...nodeHeadReader(table), ...nodeHeadWriter(table) };
  const heads = createHeads({ records, ask, timer: systemTimer });
  return { heads, replayed: createReplayedFeeState(table, systemTimer.now), ask, asked, meter: table.meter };
}
