import * as z from 'zod';
import { seconds, text } from '../../../../core/contract/schemas/fields';
import { height, id, smallestUnit } from '../../../../pchain/contract/schemas/fields';
import { NetworkName } from '../../../../pchain/contract/schemas/params';

/** One of these names, with an error that lists them. */
export const oneOf = <T extends readonly [string, ...string[]]>(names: T) =>
  z.enum(names, { error: `must be ${names.join(', ')}` });

/** The sub-events that a request subscribes to. */
export const subEvents = <T extends z.ZodEnum>(names: T) =>
  z
    .array(names, { error: 'must be a list of sub-events' })
    .min(1, 'must name at least one sub-event')
    .max(names.options.length, `must be at most ${names.options.length} sub-events, each once`)
    .meta({ description: 'What it is told of.' });
/** A balance in nAVAX, as decimal text. */
export const threshold = z
  .string({ error: 'must be nAVAX in decimal digits' })
  .regex(/^[1-9]\d{0,19}$/, 'must be nAVAX in decimal digits, above 0');
/** The P-Chain has none: clients send an empty list. */
export const eventSignatures = z
  .array(z.string().meta({ description: 'A topic.', example: `0x${'00'.repeat(32)}` }))
  .max(0, 'must be absent or empty: the P-chain has no event signatures')
  .optional()
  .meta({ description: 'Empty, or absent: the P-chain has no event signatures.' });
/** The network of a request. */
export const requestedNetwork = NetworkName.meta({ description: 'mainnet, fuji, or a network of the configuration.' });
/** The message where something is no object at all; what is wrong within it keeps its own. */
export const objectError = (message: string) => ({
  error: ({ code }: { readonly code?: string }) => (code === 'invalid_type' ? message : undefined),
});

/** The network of an answer. */
export const shownNetwork = text('The network. An extension of this service.', 'mainnet');
/** The chain of an answer. */
export const pChainId = z.literal('p-chain').meta({ description: 'The chain.' });

/** Where something happened, of every message. */
export const eventFields = {
  network: text('The network.', 'mainnet'),
  chainId: pChainId,
  blockNumber: height('Height of the block in which it happened.'),
  blockHash: id('Id of that block.'),
  blockTimestamp: seconds('Time of that block.'),
};
/** What every threshold says of the balance that fell below it. */
export const crossing = {
  balance: smallestUnit('What is left after the block.'),
  previousBalance: smallestUnit('What there was before the block.'),
};
