import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { documentClient, openTable } from '../../../lambdas/adapters/dynamo/table';
import { NFT, nftKey } from '../../../lambdas/adapters/dynamo/tokens/nft-item';
import type { Service } from './service';

/** Marks an NFT as read an hour ago, so that a reindex request is accepted immediately. */
export async function rewindReading(service: Service, chain: string, token: string, id: bigint): Promise<void> {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new DynamoDBClient({ endpoint: service.urls.awsUrls.dynamodb, region: 'us-east-1', credentials });
  const key = nftKey(chain, { token: token.toLowerCase(), id });
  await openTable('chain-data-table', documentClient(client)).update(key, {
    set: {
      [NFT.readAt]: Math.floor(Date.now() / 1_000) - 3_600,
    },
  });
  client.destroy();
}
