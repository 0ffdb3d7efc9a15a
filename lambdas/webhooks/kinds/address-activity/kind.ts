import { tokenReader } from '../../../adapters/dynamo/tokens/token-readers';
import { subscriptionReader, watchedReader } from '../../../adapters/dynamo/webhooks/watched';
import { webhookReader } from '../../../adapters/dynamo/webhooks/webhook-item';
import { openRawBlocks } from '../../../adapters/evm/raw-blocks';
import { openStoredTraces } from '../../../adapters/evm/stored-traces';
import { isEvmChain } from '../../../contract/evm-kind';
import type { EventKind, KindResources } from '../kind';
import { openContent } from './content';
import { openMatching } from './matching';

/** `address_activity` over the table and the bucket. */
export function openAddressActivity({ table, bucket, chains, now, watched }: KindResources): EventKind {
  const [raw, traces] = [openRawBlocks(bucket), openStoredTraces(bucket)];
  return {
    covers: isEvmChain,
    ...openMatching({
      watched,
      subscriptions: subscriptionReader(table),
      webhooks: webhookReader(table),
      raw,
      traces,
    }),
    ...openContent({ chains, raw, traces, tokens: tokenReader(table, now), watched: watchedReader(table) }),
  };
}
