import * as z from 'zod';

export const PAGE = { default: 10, max: 100 } as const;

const PAGE_TOKEN = 'eyJibG9jayI6MzM5fQ';

export const integer = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,15}$/, error)
    .transform(Number)
    .refine((n) => n >= min && n <= max, error)
    .meta({ type: 'integer', minimum: min, maximum: max });
};

/** Whether the date exists is checked by `dayOfDate`. */
export const day = (description: string) =>
  z
    .string({ error: 'must be a date: YYYY-MM-DD' })
    .regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a date: YYYY-MM-DD')
    .optional()
    .meta({ format: 'date', description, example: '2026-05-01' });

export const Flag = z
  .stringbool({ truthy: ['true'], falsy: ['false'], case: 'sensitive', error: 'must be true or false' })
  .meta({ type: 'boolean' });

export const SpamFilter = Flag.default(true).meta({
  description: 'false: include tokens with the reputation Malicious.',
});

/** Any case; parsed to lower case. */
export const Address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, 'must be an address: 0x and 40 hexadecimal digits')
  .transform((text) => text.toLowerCase())
  .meta({
    description: 'An address, in any case, checksummed or not.',
    example: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F',
  });

export const TxHash = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/, 'must be a transaction hash: 0x and 64 hexadecimal digits')
  .transform((text) => text.toLowerCase())
  .meta({
    description: 'Hash of a transaction.',
    example: '0x8bf584d7b14b92a32a339872a66b134a70ba3ba7c305823f348db6f860253f45',
  });

/**
 * Repeated or comma-separated (`listedValues`), documented as a string, which every client can send. Removes
 * duplicates, because DynamoDB rejects a batch with a repeated key.
 */
export const textList = <T extends z.ZodType<string>>(value: T, most: number) =>
  z
    .array(value, { error: 'is required' })
    .max(most, `must have at most ${most} values`)
    .transform((values) => [...new Set(values)])
    .meta({ type: 'string' });

/** The maximum of one BatchGetItem. */
export const Addresses = textList(Address, 100).meta({
  type: 'string',
  pattern: '^ *0x[0-9a-fA-F]{40} *(, *0x[0-9a-fA-F]{40} *){0,99}$',
  description: 'Up to 100 addresses, comma-separated or repeated.',
  example: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F,0x1f9840a85d5af5bf1d1762f925bdaddc4201f984',
});

/** Parsed to decimal text without leading zeros, because JSON has no bigint. */
export const uint256 = (what: string) => {
  const error = `must be ${what}: a whole number from 0 to 2^256 - 1 in decimal digits`;
  return z
    .string({ error })
    .regex(/^\d{1,78}$/, error)
    .transform(BigInt)
    .refine((n) => n < 2n ** 256n, error)
    .transform(String);
};
export const TokenId = uint256('a token ID').meta({ description: 'Id of the token, in decimal digits.', example: '7' });

export const BlockId = z
  .string()
  .regex(
    /^(\d{1,10}|0x[0-9a-fA-F]{64})$/,
    'must be a block number in decimal digits, or a block hash: 0x and 64 hexadecimal digits',
  )
  .transform((text): { number: number } | { hash: string } =>
    text.startsWith('0x') ? { hash: text.toLowerCase() } : { number: Number(text) },
  )
  .meta({ description: 'Block number in decimal digits, or block hash.', example: '339' });

/** Decimal digits, or the configured blockchain id or platform chain id (cb58). */
export const CHAIN_ID = String.raw`\d{1,20}|[1-9A-HJ-NP-Za-km-z]{40,60}`;
export const ChainId = z
  .string()
  .regex(new RegExp(`^(${CHAIN_ID})$`), 'must be an EVM chain ID in decimal digits, or a blockchain ID')
  .meta({ description: 'A chainId or platformChainId from /v1/chains, or the blockchain id.', example: '43114' });

/** Ten digits, the width of block numbers in table keys. */
export const BlockNumber = integer(0, 9_999_999_999).meta({ description: 'Number of a block.', example: 339 });
export const PageToken = z.string().max(512, 'must be a nextPageToken of this endpoint').optional().meta({
  description:
    'The nextPageToken of the previous page. Valid only with the parameters of that request; all but pageSize must be the same, otherwise 400.',
  example: PAGE_TOKEN,
});
const PageSize = integer(1, PAGE.max)
  .default(PAGE.default)
  .meta({ description: `Rows per page, 1 to ${PAGE.max}.` });
export const SortOrder = z
  .enum(['asc', 'desc'], { error: 'must be asc or desc' })
  .meta({ id: 'SortOrder', description: 'asc: oldest first. desc: newest first.' });
export const Network = z.enum(['mainnet', 'fuji', 'testnet'], { error: 'must be mainnet, fuji or testnet' }).meta({
  id: 'Network',
  description: 'testnet and fuji are synonyms for every chain that is not a mainnet.',
});
export const Feature = z
  .enum(['nftIndexing', 'webhooks', 'teleporter'], { error: 'must be nftIndexing, webhooks or teleporter' })
  .meta({ id: 'ApiFeature', description: 'A feature of a chain’s index.' });
export const TxStatus = z
  .enum(['failed', 'success'], { error: 'must be failed or success' })
  .meta({ id: 'TransactionStatus', description: 'Status of a transaction.' });
export const Currency = z
  .enum(['usd', 'eur', 'aud', 'cad', 'chf', 'clp', 'cny', 'czk', 'dkk', 'gbp', 'hkd', 'huf', 'jpy', 'nzd'], {
    error: 'must be one of the documented currencies',
  })
  .meta({ id: 'CurrencyCode', description: 'A currency (ISO 4217, lower case).' });
export const PriceCurrency = Currency.optional().meta({
  description: 'Currency of prices, by default usd. Responses have no prices if the service has no price source.',
});

export const IdempotencyKey = z.string().regex(/^[!-~]{1,255}$/, 'must be 1 to 255 visible ASCII characters');

export const Paging = { pageToken: PageToken, pageSize: PageSize };
export const pagingUpTo = (max: number) => ({
  pageToken: PageToken,
  pageSize: integer(1, max)
    .default(PAGE.default)
    .meta({ description: `Rows per page, 1 to ${max}.` }),
});
export const BlockRange = {
  startBlock: BlockNumber.optional().meta({ description: 'Lowest block of the list, inclusive.' }),
  endBlock: BlockNumber.optional().meta({
    description:
      'Upper end of the block range, exclusive. The list is empty if it equals startBlock; 400 if it is lower.',
  }),
};
export const nextPageToken = z.string().optional().meta({
  description: 'Send as pageToken to get the next page. Absent on the last page.',
  example: PAGE_TOKEN,
});
