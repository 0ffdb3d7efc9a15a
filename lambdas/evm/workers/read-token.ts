import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { processBatch } from '../../core/aws/batch';
import { env } from '../../core/contract/env';
import { systemClock } from '../../core/runtime/clock';
import { createTableClient, type Table } from '../../core/table/table';
import { SeenToken } from '../contract/messages';
import { readTokenRecord } from '../indexer/token-records';
import { getNode } from '../node/nodes';
import { type ReputationLists, reputationLists } from '../tokens/domain/reputation';
import { tokenLists } from '../tokens/token-lists';

/** For a contract that is missing at the node's head. */
const MAX_ATTEMPTS = 3;

let table: Table | undefined;
let lists: ReputationLists | undefined;
const createLists = (): ReputationLists => {
  lists ??= reputationLists(tokenLists());
  return lists;
};

export async function handler(event: SQSEvent): Promise<SQSBatchResponse> {
  table ??= createTableClient(env('table'));
  const own = table;
  return processBatch(event, SeenToken, { failure: 'reading a token failed' }, async (message, { attributes }) => {
    const deps = { table: own, rpc: await getNode(message.chainId), lists: createLists, now: systemClock };
    const read = await readTokenRecord(deps, message, Number(attributes.SentTimestamp));
    // The node lags, or the block was orphaned; then the token is queued again when it moves.
    return read || Number(attributes.ApproximateReceiveCount) >= MAX_ATTEMPTS;
  });
}
