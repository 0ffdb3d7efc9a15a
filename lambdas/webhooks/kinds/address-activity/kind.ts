import { isEvmChain } from '../../../evm/contract/kind';
import { openRawBlocks } from '../../../evm/node/raw-blocks';
import { openStoredTraces } from '../../../evm/node/stored-traces';
import { tokenReader } from '../../../evm/tokens/rows/token-readers';
import { subscriptionReader, watchedReader } from '../../rows/watched';
import { webhookReader } from '../../rows/webhook-item';
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
