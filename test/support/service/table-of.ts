import { openDynamoClient } from '../../../lambdas/core/table/dynamo-client';
import { openTable } from '../../../lambdas/core/table/table';
import { NFT, nftKey } from '../../../lambdas/evm/tokens/rows/nft-item';
import { credentialsOf } from '../runner-token';
import type { Service } from './service';

/** Marks an NFT as read an hour ago, so that a reindex request is accepted immediately. */
export async function rewindReading(service: Service, chain: string, token: string, id: bigint): Promise<void> {
  const { awsUrls, token: secret } = service.urls;
  const credentials = credentialsOf(secret);
  const client = openDynamoClient({ endpoint: awsUrls.dynamodb, region: 'us-east-1', credentials });
  const key = nftKey(chain, { token: token.toLowerCase(), id });
  await openTable('chain-data-table', client).update(key, {
    set: {
      [NFT.readAt]: Math.floor(Date.now() / 1_000) - 3_600,
    },
  });
}
