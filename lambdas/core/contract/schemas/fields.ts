import * as z from 'zod';

// Callers pass the description; each kind has an example of its own.

export const text = (description: string, example: string) => z.string().meta({ description, example });
export const address = (description: string) =>
  text(`${description} Checksummed (EIP-55).`, '0x71C7656EC7ab88b098defB751B7401B5f6d8976F');
export const hash = (description: string) =>
  text(description, '0x8bf584d7b14b92a32a339872a66b134a70ba3ba7c305823f348db6f860253f45');
/** 0x and hexadecimal digits in lower case. */
export const bytes = (description: string) => text(description, '0xa9059cbb');
/** As text, because JSON numbers lose precision. */
export const decimal = (description: string, example: string) => text(description, example);
export const wei = (description: string) => decimal(`${description} In wei, as decimal text.`, '1000000000000000000');
export const number = (description: string, example: number) => z.number().meta({ description, example });
export const integer = (description: string, example: number) => z.int().meta({ description, example });
export const seconds = (description: string) => number(`${description} Unix time in seconds.`, 1_763_856_000);
export const milliseconds = (description: string) =>
  integer(`${description} Unix time in milliseconds.`, 1_763_856_000_250);
export const chainId = text('The EVM chain id (EIP-155), in decimal digits.', '43114');
export const blockNumber = decimal('Number of the block, in decimal digits.', '339');
export const ercType = <T extends string>(standard: T) => z.literal(standard).meta({ description: 'Token standard.' });
/** Clients require `decimals` in every response, so a separate field flags a missing value. */
export const decimalsMissing = z.literal(true).optional().meta({
  description:
    'Present if the decimals could not be read from the contract: decimals is then a placeholder of 0, and amounts are in the smallest unit of the token.',
});
export const url = (description: string, example: string) => text(description, example);

export const Empty = z.object({}).meta({ id: 'Empty', description: 'An empty object.' });
