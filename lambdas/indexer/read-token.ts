import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { processBatch } from '../adapters/aws/batch';
import { openTable, type Table } from '../adapters/dynamo/table';
import { hasMetadata, TOKEN, tokenKey } from '../adapters/dynamo/tokens/token-item';
import { readTokenMetadata } from '../adapters/evm/token-metadata';
import { nodeOf } from '../adapters/node/nodes';
import { withRetries } from '../adapters/node/retries';
import { tokenLists } from '../adapters/token-lists';
import { env } from '../contract/env';
import { NewToken } from '../contract/messages';
import { type ReputationLists, reputationLists, reputationOf } from '../domain/tokens/reputation';

/** Attempts to find a contract that the node does not have. */
const MAX_ATTEMPTS = 3;

let table: Table | undefined;
let lists: ReputationLists | undefined;

/** Reads the metadata of new tokens and rates their reputation: once per contract, off the hot path. */
export async function handler(event: SQSEvent): Promise<SQSBatchResponse> {
  table ??= openTable(env('table'));
  const own = table;
  return processBatch(event, NewToken, { failure: 'reading a token failed' }, async (message, { attributes }) => {
    const read = await readToken(own, message);
    // The node lags, or the block that created the contract was orphaned: then the token is queued again when it moves.
    return read || Number(attributes.ApproximateReceiveCount) >= MAX_ATTEMPTS;
  });
}

/**
 * false if there is no contract at the node's head. What the operator set, and whether the token is live, are
 * attributes of their own: a repeat leaves them.
 */
async function readToken(table: Table, { chainId, token, kind }: NewToken): Promise<boolean> {
  const found = await table.get(tokenKey(chainId, token));
  if (hasMetadata(found, kind)) return true;
  const node = await nodeOf(chainId);
  const read = await withRetries(() => readTokenMetadata(node, token, kind));
  if (!read.isContract) return false;
  lists ??= reputationLists(tokenLists());
  const { reputation, reason } = reputationOf({ chainId, address: token, ...read }, lists);
  const logoUri = lists.listed.get(`${chainId} ${token}`)?.logoUri;
  await table.update(tokenKey(chainId, token), {
    set: {
      [TOKEN.ercType]: read.ercType,
      [TOKEN.name]: read.name,
      [TOKEN.symbol]: read.symbol,
      [TOKEN.decimals]: read.decimals,
      [TOKEN.logoUri]: logoUri,
      [TOKEN.reputation]: reputation ?? undefined,
      [TOKEN.reason]: reason,
    },
  });
  return true;
}
