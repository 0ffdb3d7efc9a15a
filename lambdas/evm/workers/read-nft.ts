import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { processBatch } from '../../core/aws/batch';
import { createQueue } from '../../core/aws/queue';
import { runtimeConfig } from '../../core/config/runtime';
import { env } from '../../core/contract/env';
import { systemClock } from '../../core/runtime/clock';
import { createTableClient, type Table } from '../../core/table/table';
import { SeenNfts } from '../contract/messages';
import { type NftWorkerDeps, readNfts } from '../indexer/nft-rows';
import { getNode } from '../node/nodes';

/** One below the queue's limit, so that no message reaches the dead-letter queue. */
const MAX_ATTEMPTS = 4;

let table: Table | undefined;

/** Failed messages are redelivered after a delay, as throttling servers request. */
export async function handler(event: SQSEvent): Promise<SQSBatchResponse> {
  table ??= createTableClient(env('table'));
  const own = table;
  return processBatch(event, SeenNfts, { failure: 'reading NFTs failed' }, async (message, { attributes }) => {
    const isLast = Number(attributes.ApproximateReceiveCount) >= MAX_ATTEMPTS;
    const deps = getDeps(own, await getNode(message.chainId));
    return readNfts(deps, message, { sentAt: Number(attributes.SentTimestamp), isLast });
  });
}

function getDeps(opened: Table, rpc: NftWorkerDeps['rpc']): NftWorkerDeps {
  const { ipfsGateway, arweaveGateway, fetchNftMetadata, nftLoopback } = runtimeConfig().nfts;
  const allow = nftLoopback ? 'loopback-too' : 'public';
  return {
    table: opened,
    now: systemClock,
    rpc,
    fetches: fetchNftMetadata,
    options: { ipfsGateway, arweaveGateway, allow },
    queue: createQueue(env('nfts')),
  };
}
