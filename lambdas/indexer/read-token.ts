import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { processBatch } from '../adapters/aws/batch';
import { systemClock } from '../adapters/clock';
import { openTable, type Table } from '../adapters/dynamo/table';
import { nodeOf } from '../adapters/node/nodes';
import { tokenLists } from '../adapters/token-lists';
import { env } from '../contract/env';
import { SeenToken } from '../contract/token-messages';
import { type ReputationLists, reputationLists } from '../domain/tokens/reputation';
import { readTokenRecord } from './evm/token-records';

/** Attempts to find a contract that the node does not have. */
const MAX_ATTEMPTS = 3;

let table: Table | undefined;
let lists: ReputationLists | undefined;
const openLists = (): ReputationLists => {
  lists ??= reputationLists(tokenLists());
  return lists;
};

/** Reads the metadata of tokens and rates their reputation, off the hot path. */
export async function handler(event: SQSEvent): Promise<SQSBatchResponse> {
  table ??= openTable(env('table'));
  const own = table;
  return processBatch(event, SeenToken, { failure: 'reading a token failed' }, async (message, { attributes }) => {
    const deps = { table: own, rpc: await nodeOf(message.chainId), lists: openLists, now: systemClock };
    const read = await readTokenRecord(deps, message, Number(attributes.SentTimestamp));
    // The node lags, or the block that created the contract was orphaned: then the token is queued again when it moves.
    return read || Number(attributes.ApproximateReceiveCount) >= MAX_ATTEMPTS;
  });
}
