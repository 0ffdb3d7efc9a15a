import type { Chain } from '../../../core/contract/config';
import { isEvmChain } from '../../../evm/contract/kind';
import { createRawBlocks, type RawBlocks } from '../../../evm/node/raw-blocks';
import { chainsById } from '../../../evm/teleporter/blockchain-ids';
import { teleporterMessageReader } from '../../../evm/teleporter/rows/readers';
import { subscriptionReader, watchedReader } from '../../rows/watched';
import { webhookReader } from '../../rows/webhook-item';
import { evmBlockFrom } from '../evm-block';
import type { EventKind, KindResources } from '../kind';
import { createEvents } from './events-of';
import { createMatching } from './matching';
import { toPayload } from './payload';
import { sampleEvent } from './sample';

const ZERO_ADDRESS = `0x${'0'.repeat(40)}`;

interface Resources extends Pick<KindResources, 'table' | 'chains' | 'watched'> {
  readonly raw: Pick<RawBlocks, 'get'>;
}

export const createTeleporterMessage = (resources: KindResources): EventKind =>
  teleporterMessageKind({ ...resources, raw: createRawBlocks(resources.bucket) });

export function teleporterMessageKind({ table, raw, chains, watched }: Resources): EventKind {
  const getEvents = createEvents(chains);
  const addresses = watchedReader(table);
  const getChain = (id: string): Chain => {
    const chain = chains.find(({ chainId }) => chainId === id);
    if (!chain) throw new Error(`chain ${id} is not in the configuration`);
    return chain;
  };
  return {
    covers: isEvmChain,
    blockFrom: evmBlockFrom(table),
    ...createMatching({
      watched,
      raw,
      getEvents,
      messages: teleporterMessageReader(table),
      subscriptions: subscriptionReader(table),
      webhooks: webhookReader(table),
    }),
    async body({ chain }, { block: number, of: { blockHash: hash }, subEvent }) {
      const found = getEvents(chain, await raw.get(chain, { number, hash })).find(
        ({ event }) => String(event.logIndex) === subEvent,
      );
      if (!found) throw new Error(`block ${hash} has no Teleporter event at log ${subEvent}`);
      return toPayload(found.event, chainsById(chains));
    },
    async sample({ id, chain }, { block, createdAt }) {
      const [from = ZERO_ADDRESS] = await addresses.of(id);
      return toPayload(sampleEvent(getChain(chain), from, block, createdAt), new Map());
    },
  };
}
