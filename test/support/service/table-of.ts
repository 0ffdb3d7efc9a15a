import { createDynamoClient } from '../../../lambdas/core/table/dynamo-client';
import { createTableClient } from '../../../lambdas/core/table/table';
import { NFT, nftKey } from '../../../lambdas/evm/tokens/rows/nft-item';
import { getCredentials } from '../runner-token';
import type { Service } from './service';

/** Lets an NFT be read again at once: reindex requests have a cooldown. */
export async function rewindReading(service: Service, chain: string, token: string, id: bigint): Promise<void> {
  const { awsUrls, token: secret } = service.urls;
  const credentials = getCredentials(secret);
  const client = createDynamoClient({ endpoint: awsUrls.dynamodb, region: 'us-east-1', credentials });
  const key = nftKey(chain, { token: token.toLowerCase(), id });
  await createTableClient('chain-data-table', client).update(key, {
    set: {
      [NFT.readAt]: Math.floor(Date.now() / 1_000) - 3_600,
    },
  });
}
