import * as z from 'zod';
import { Address, ChainId } from '../../../core/contract/schemas/params';
import { HeadersRequest } from './webhook-headers';
import { WebhookUrl } from './webhook-url';

/** Further addresses are added by further requests, up to the plan's limit. */
const MAX_ADDRESSES_PER_REQUEST = 1_000;

/** A name that the owner gives. */
export const Name = z
  .string()
  .max(256, 'must be at most 256 characters')
  .meta({ description: 'A name of your own for it.', example: 'treasury' });
/** A description that the owner gives. */
export const Description = z
  .string()
  .max(1_024, 'must be at most 1,024 characters')
  .meta({ description: 'A description of your own.', example: 'Deposits to the treasury.' });

/** EVM addresses, each once. */
export const AddressList = z
  .array(Address)
  .min(1, 'must name at least one address')
  .max(
    MAX_ADDRESSES_PER_REQUEST,
    `must be at most ${MAX_ADDRESSES_PER_REQUEST} addresses; add more in further requests`,
  )
  .superRefine((addresses, context) => {
    const twice = addresses.find((address, i) => addresses.indexOf(address) !== i);
    if (twice) context.addIssue({ code: 'custom', message: `${twice} is listed twice` });
  })
  .meta({ description: 'Addresses, each once.', uniqueItems: true });

/** Settings that some kinds of webhooks have, on creation and on change. */
export const webhookSettings = {
  includeInternalTxs: z.boolean().optional().meta({
    description:
      'Include internal transactions, and match addresses that only they name. The message waits for them, at most a minute.',
  }),
  includeLogs: z.boolean().optional().meta({ description: 'Include the logs of the transaction.' }),
  confirmations: z.int().min(0).max(1_000).optional().meta({
    description:
      'Blocks that must stand on the transaction’s before it is sent. 0, the default: at once, with a message that takes it back should the block be left. An extension of this service.',
    example: 12,
  }),
  removals: z.boolean().optional().meta({
    description:
      'false: no message takes an earlier one back when its block leaves the chain; `revokedAt` in the list of messages shows it all the same. true is the default. The event type of such a message is `address_activity_removed`: a client library that knows the event types of other services alone accepts its signature and refuses its type. A change holds for blocks that are matched after it. An extension of this service.',
  }),
};

/** What a webhook of any event type has. */
export const webhookRequestFields = {
  url: WebhookUrl,
  name: Name.optional(),
  description: Description.optional(),
  headers: HeadersRequest.optional(),
};
/** What a webhook of a chain that may reorganise has. */
export const reorgableRequestFields = {
  ...webhookRequestFields,
  chainId: ChainId,
  confirmations: webhookSettings.confirmations,
  removals: webhookSettings.removals,
};
