import { isEvmChain } from '../../../evm/contract/kind';
import { createRawBlocks } from '../../../evm/node/raw-blocks';
import { createStoredTraces } from '../../../evm/node/stored-traces';
import { tokenReader } from '../../../evm/tokens/rows/token-readers';
import { subscriptionReader, watchedReader } from '../../rows/watched';
import { webhookReader } from '../../rows/webhook-item';
import { evmBlockFrom } from '../evm-block';
import type { EventKind, KindResources } from '../kind';
import { createContent } from './content';
import { createMatching } from './matching';

export function createAddressActivity({ table, bucket, chains, now, watched }: KindResources): EventKind {
  const [raw, traces] = [createRawBlocks(bucket), createStoredTraces(bucket)];
  return {
    covers: isEvmChain,
    blockFrom: evmBlockFrom(table),
    ...createMatching({
      watched,
      subscriptions: subscriptionReader(table),
      webhooks: webhookReader(table),
      raw,
      traces,
    }),
    ...createContent({ chains, raw, traces, tokens: tokenReader(table, now), watched: watchedReader(table) }),
  };
}
