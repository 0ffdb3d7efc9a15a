import * as z from 'zod';
import { Address, ChainId } from '../../../core/contract/schemas/params';
import { DeliveryMode, MessageOrder } from './webhook-fields';
import { HeadersRequest } from './webhook-headers';
import { WebhookUrl } from './webhook-url';

/** More can be added with further requests, up to the plan's limit. */
const MAX_ADDRESSES_PER_REQUEST = 1_000;

export const Name = z
  .string()
  .max(256, 'must be at most 256 characters')
  .meta({ description: 'A name of your choice.', example: 'treasury' });
export const Description = z
  .string()
  .max(1_024, 'must be at most 1,024 characters')
  .meta({ description: 'A description of your choice.', example: 'Deposits to the treasury.' });

export const AddressList = z
  .array(Address)
  .min(1, 'must have at least one address')
  .max(
    MAX_ADDRESSES_PER_REQUEST,
    `must have at most ${MAX_ADDRESSES_PER_REQUEST} addresses; add more with further requests`,
  )
  .superRefine((addresses, context) => {
    const twice = addresses.find((address, i) => addresses.indexOf(address) !== i);
    if (twice) context.addIssue({ code: 'custom', message: `${twice} is listed twice` });
  })
  .meta({ description: 'Addresses, without duplicates.', uniqueItems: true });

export const webhookSettings = {
  includeInternalTxs: z.boolean().optional().meta({
    description:
      'Include internal transactions, and match addresses that only appear in them. Messages wait for them for up to a minute.',
  }),
  includeLogs: z.boolean().optional().meta({ description: 'Include the logs of the transaction.' }),
  confirmations: z.int().min(0).max(1_000).optional().meta({
    description:
      'Confirmations (blocks on top of the transaction’s block) before a message is sent. 0, the default: send at once, and send a removal if a reorg removes the block. An extension of this service.',
    example: 12,
  }),
  removals: z.boolean().optional().meta({
    description:
      'Whether to send a removal message when a reorg removes the block of an earlier message; default true. With false, only `revokedAt` in the list of messages shows it. The event type of a removal is `address_activity_removed`: client libraries that only know the event types of other services verify its signature but reject its type. Changes apply to blocks matched afterwards. An extension of this service.',
  }),
};

export const webhookRequestFields = {
  url: WebhookUrl.optional(),
  delivery: DeliveryMode.optional(),
  order: MessageOrder.optional(),
  name: Name.optional(),
  description: Description.optional(),
  headers: HeadersRequest.optional(),
};
export const reorgableRequestFields = {
  ...webhookRequestFields,
  chainId: ChainId,
  confirmations: webhookSettings.confirmations,
  removals: webhookSettings.removals,
};
