import * as z from 'zod';
import { seconds, text } from '../../../../core/contract/schemas/fields';
import { height, id, smallestUnit } from '../../../../pchain/contract/schemas/fields';
import { NetworkName } from '../../../../pchain/contract/schemas/params';

export const oneOf = <T extends readonly [string, ...string[]]>(names: T) =>
  z.enum(names, { error: `must be ${names.join(', ')}` });

export const subEvents = <T extends z.ZodEnum>(names: T) =>
  z
    .array(names, { error: 'must be a list of sub-events' })
    .min(1, 'must have at least one sub-event')
    .max(names.options.length, `must have at most ${names.options.length} sub-events, without duplicates`)
    .meta({ description: 'Sub-events to subscribe to.' });
/** In nAVAX, as decimal text. */
export const threshold = z
  .string({ error: 'must be an amount of nAVAX in decimal digits' })
  .regex(/^[1-9]\d{0,19}$/, 'must be a positive amount of nAVAX in decimal digits');
/** Accepted because clients send an empty list; the P-Chain has no event signatures. */
export const eventSignatures = z
  .array(z.string().meta({ description: 'A topic.', example: `0x${'00'.repeat(32)}` }))
  .max(0, 'must be absent or empty: the P-Chain has no event signatures')
  .optional()
  .meta({ description: 'Empty or absent: the P-Chain has no event signatures.' });
export const requestedNetwork = NetworkName.meta({ description: 'mainnet, fuji or a configured network.' });
/** Message for a value that is not an object; issues inside it keep their own. */
export const objectError = (message: string) => ({
  error: ({ code }: { readonly code?: string }) => (code === 'invalid_type' ? message : undefined),
});

export const shownNetwork = text('Name of the network. An extension of this service.', 'mainnet');
export const pChainId = z.literal('p-chain').meta({ description: 'The chain.' });

export const eventFields = {
  network: text('Name of the network.', 'mainnet'),
  chainId: pChainId,
  blockNumber: height('Height of the block.'),
  blockHash: id('Id of the block.'),
  blockTimestamp: seconds('Time of the block.'),
};
export const crossing = {
  balance: smallestUnit('Balance after the block.'),
  previousBalance: smallestUnit('Balance before the block.'),
};
