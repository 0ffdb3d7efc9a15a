import { chainsById } from '../../../adapters/blockchain-ids';
import { teleporterMessageReader } from '../../../adapters/dynamo/teleporter/readers';
import { subscriptionReader, watchedReader } from '../../../adapters/dynamo/webhooks/watched';
import { webhookReader } from '../../../adapters/dynamo/webhooks/webhook-item';
import { openRawBlocks, type RawBlocks } from '../../../adapters/evm/raw-blocks';
import type { Chain } from '../../../contract/config';
import { isEvmChain } from '../../../contract/evm-kind';
import type { EventKind, KindResources } from '../kind';
import { openEventsOf } from './events-of';
import { openMatching } from './matching';
import { payloadOf } from './payload';
import { sampleEvent } from './sample';

const ZERO_ADDRESS = `0x${'0'.repeat(40)}`;

interface Resources extends Pick<KindResources, 'table' | 'chains' | 'watched'> {
  readonly raw: Pick<RawBlocks, 'get'>;
}

/** `teleporter_message` over the table and the bucket. */
export const openTeleporterMessage = (resources: KindResources): EventKind =>
  teleporterMessageKind({ ...resources, raw: openRawBlocks(resources.bucket) });

/** The same over blocks from wherever they are stored. */
export function teleporterMessageKind({ table, raw, chains, watched }: Resources): EventKind {
  const eventsOf = openEventsOf(chains);
  const addresses = watchedReader(table);
  const chainOf = (id: string): Chain => {
    const chain = chains.find(({ chainId }) => chainId === id);
    if (!chain) throw new Error(`chain ${id} is not in the configuration`);
    return chain;
  };
  return {
    covers: isEvmChain,
    ...openMatching({
      ...{ watched, raw, eventsOf, messages: teleporterMessageReader(table) },
      subscriptions: subscriptionReader(table),
      webhooks: webhookReader(table),
    }),
    async body({ chain }, { block: number, of: { blockHash: hash }, subEvent }) {
      const found = eventsOf(chain, await raw.get(chain, { number, hash })).find(
        ({ event }) => String(event.logIndex) === subEvent,
      );
      if (!found) throw new Error(`block ${hash} has no event of a message at log ${subEvent}`);
      return payloadOf(found.event, chainsById(chains));
    },
    async sample({ id, chain }, { block, createdAt }) {
      const [from = ZERO_ADDRESS] = await addresses.of(id);
      return payloadOf(sampleEvent(chainOf(chain), from, block, createdAt), new Map());
    },
  };
}
