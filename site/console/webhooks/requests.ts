// Independent of the DOM, so that it can be tested.

import type { infer as Infer } from 'zod';
import type { CreateWebhookRequest } from '../../../lambdas/webhooks/contract/schemas/webhook-requests';
import { splitList } from '../split-list';

type Request = Infer<typeof CreateWebhookRequest>;
export type EventType = Request['eventType'];

export interface Fields {
  readonly eventType: EventType;
  /** An EVM chain id, or the network of a P-Chain. */
  readonly chain: string;
  /** One per line, or comma-separated. */
  readonly watched: string;
  /** Empty: messages are only pulled. */
  readonly url: string;
  readonly name: string;
}

interface Kind {
  readonly label: string;
  readonly isPChain: boolean;
  /** Label of the field for addresses or ids. */
  readonly watched: string;
  readonly isOptional?: true;
}
export const KINDS: Readonly<Record<EventType, Kind>> = {
  address_activity: { label: 'Address activity', isPChain: false, watched: 'Addresses (one per line)' },
  teleporter_message: {
    label: 'Interchain messages',
    isPChain: false,
    watched: 'Addresses (one per line, optional)',
    isOptional: true,
  },
  primary_network_address_activity: {
    label: 'P-Chain balance changes',
    isPChain: true,
    watched: 'P-Chain addresses (one per line)',
  },
  validator_activity: { label: 'Validator activity', isPChain: true, watched: 'Node ID or subnet ID' },
};

export const URL_HINT = 'Leave empty to send nothing and read messages from the feed, or here.';

/** The sub-events need no further fields. */
export function toRequest({ eventType, chain, watched, url, name }: Fields): Request {
  const keys = splitList(watched);
  const shared = { ...(name ? { name } : {}), ...(url ? { url } : { delivery: 'pull' as const }) };
  switch (eventType) {
    case 'address_activity':
      return { eventType, chainId: chain, metadata: { addresses: keys }, ...shared };
    case 'teleporter_message':
      return { eventType, chainId: chain, metadata: keys.length > 0 ? { addresses: keys } : {}, ...shared };
    case 'primary_network_address_activity': {
      const subEvents = { addressActivitySubEvents: ['balance_change' as const, 'reward_distribution' as const] };
      const metadata = { keyType: 'addresses' as const, keys, subEvents };
      return { eventType, network: chain, chainId: 'p-chain', metadata, ...shared };
    }
    case 'validator_activity': {
      const validatorActivitySubEvents = [
        ...(['validator_stake', 'delegator_stake', 'reward_distribution'] as const),
        ...(['l1_validator_balance_increased', 'l1_validator_disabled', 'l1_validator_removed'] as const),
      ];
      const keyType = keys[0]?.startsWith('NodeID-') ? ('nodeId' as const) : ('subnetId' as const);
      const metadata = { keyType, keys, subEvents: { validatorActivitySubEvents } };
      return { eventType, network: chain, metadata, ...shared };
    }
  }
}
