import * as z from 'zod';

// Kinds of fields that many answers have. Each takes what only its place can say, and has an example of its kind.

/** Text as it is. */
export const text = (description: string, example: string) => z.string().meta({ description, example });
/** An address: EIP-55 checksummed. */
export const address = (description: string) =>
  text(`${description} EIP-55 checksummed.`, '0x71C7656EC7ab88b098defB751B7401B5f6d8976F');
/** A hash: 0x and 64 hexadecimal digits in lower case. */
export const hash = (description: string) =>
  text(description, '0x8bf584d7b14b92a32a339872a66b134a70ba3ba7c305823f348db6f860253f45');
/** Bytes: 0x and hexadecimal digits in lower case. */
export const bytes = (description: string) => text(description, '0xa9059cbb');
/** A whole number as decimal text: JSON numbers would lose digits of large ones. */
export const decimal = (description: string, example: string) => text(description, example);
/** An amount of a chain's own token, in wei. */
export const wei = (description: string) => decimal(`${description} wei, as decimal text.`, '1000000000000000000');
/** A JSON number. */
export const number = (description: string, example: number) => z.number().meta({ description, example });
/** A whole JSON number. */
export const integer = (description: string, example: number) => z.int().meta({ description, example });
/** Unix time in seconds. */
export const seconds = (description: string) => number(`${description} Unix time in seconds.`, 1_763_856_000);
/** Unix time in milliseconds. */
export const milliseconds = (description: string) =>
  integer(`${description} Unix time in milliseconds.`, 1_763_856_000_250);
/** The id of an EVM chain. */
export const chainId = text('The EVM chain id (EIP-155), in decimal digits.', '43114');
/** The height of a block. */
export const blockNumber = decimal('Number of the block, in decimal digits.', '339');
/** The standard of a token. */
export const ercType = <T extends string>(standard: T) =>
  z.literal(standard).meta({ description: 'The standard of the token or contract.' });
/** Clients need `decimals` in every answer, so that a missing value is marked beside it. */
export const decimalsMissing = z.literal(true).optional().meta({
  description:
    'Present where the decimals could not be read from the contract: decimals is then 0 as a placeholder, and amounts are in the smallest unit of the token.',
});
/** A URL. */
export const url = (description: string, example: string) => text(description, example);

/** The answer of an endpoint that has nothing to say but its status. */
export const Empty = z.object({}).meta({ id: 'Empty', description: 'An object without fields.' });
