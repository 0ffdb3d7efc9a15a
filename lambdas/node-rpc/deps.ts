import { systemTimer } from '../adapters/clock';
import { nodeHeadReader, nodeHeadWriter } from '../adapters/dynamo/pchain/node-head';
import { openTable } from '../adapters/dynamo/table';
import { type AskNode, askNode } from '../adapters/pchain/node';
import { env } from '../contract/env';
import { openHeads } from './heads';

/** What the functions of the node RPC share: the heads of nodes, and a count of what was asked of them. */
export function openDeps() {
  const table = openTable(env('table'));
  const asked = { nodeCalls: 0 };
  const ask: AskNode = (...call) => {
    asked.nodeCalls += 1;
    return askNode(...call);
  };
  const records = { ...nodeHeadReader(table), ...nodeHeadWriter(table) };
  return { heads: openHeads({ records, ask, timer: systemTimer }), ask, asked, meter: table.meter };
}
