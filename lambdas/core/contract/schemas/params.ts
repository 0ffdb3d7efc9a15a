import * as z from 'zod';

/** What a list may ask at most, and what it gives unasked. */
export const PAGE = { default: 10, max: 100 } as const;

/** What a page token looks like; clients take it as it is. */
const PAGE_TOKEN = 'eyJibG9jayI6MzM5fQ';

/** A whole number from `min` to `max`, as the text of a query parameter. */
export const integer = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,15}$/, error)
    .transform(Number)
    .refine((n) => n >= min && n <= max, error)
    .meta({ type: 'integer', minimum: min, maximum: max });
};

/** A boolean, as the text of a query parameter. */
export const Flag = z
  .stringbool({ truthy: ['true'], falsy: ['false'], case: 'sensitive', error: 'must be true or false' })
  .meta({ type: 'boolean' });

/** Whether tokens that are known as malicious are left out. */
export const SpamFilter = Flag.default(true).meta({
  description: 'false: tokens whose reputation is Malicious are shown as well.',
});

/** Lower case inside; any case is accepted. */
export const Address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, 'must be an address: 0x and 40 hexadecimal digits')
  .transform((text) => text.toLowerCase())
  .meta({
    description: 'An address; upper or lower case, checksummed or not.',
    example: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F',
  });

/** Lower case inside; any case is accepted. */
export const TxHash = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/, 'must be a transaction hash: 0x and 64 hexadecimal digits')
  .transform((text) => text.toLowerCase())
  .meta({
    description: 'Hash of a transaction.',
    example: '0x8bf584d7b14b92a32a339872a66b134a70ba3ba7c305823f348db6f860253f45',
  });

/**
 * A list of a query, whose values are repeated, separated by commas, or both (`listedValues`). Documented as text, which
 * every client can write. Duplicates go: the table refuses a batch that names a key twice.
 */
export const textList = <T extends z.ZodType<string>>(value: T, most: number) =>
  z
    .array(value, { error: 'must be given' })
    .max(most, `must be at most ${most}`)
    .transform((values) => [...new Set(values)])
    .meta({ type: 'string' });

/** 100 is the most that one batch reads. */
export const Addresses = textList(Address, 100).meta({
  type: 'string',
  pattern: '^ *0x[0-9a-fA-F]{40} *(, *0x[0-9a-fA-F]{40} *){0,99}$',
  description: 'Up to 100 addresses, separated by commas or given repeatedly.',
  example: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F,0x1f9840a85d5af5bf1d1762f925bdaddc4201f984',
});

/** A number of up to 256 bits, as decimal text without leading zeros: JSON has no bigint. */
export const uint256 = (what: string) => {
  const error = `must be ${what}: a whole number from 0 to 2^256 - 1 in decimal digits`;
  return z
    .string({ error })
    .regex(/^\d{1,78}$/, error)
    .transform(BigInt)
    .refine((n) => n < 2n ** 256n, error)
    .transform(String);
};
/** The id of an NFT. */
export const TokenId = uint256('a token id').meta({ description: 'Id of the token, in decimal digits.', example: '7' });

/** A block number (decimal) or a block hash. */
export const BlockId = z
  .string()
  .regex(
    /^(\d{1,10}|0x[0-9a-fA-F]{64})$/,
    'must be a block number in decimal digits, or a block hash: 0x and 64 hexadecimal digits',
  )
  .transform((text): { number: number } | { hash: string } =>
    text.startsWith('0x') ? { hash: text.toLowerCase() } : { number: Number(text) },
  )
  .meta({ description: 'Number of a block, in decimal digits, or its hash.', example: '339' });

/** An EVM chain id, or the blockchain id or platform chain id (cb58) of the configuration. */
export const ChainId = z
  .string()
  .regex(/^(\d{1,20}|[1-9A-HJ-NP-Za-km-z]{40,60})$/, 'must be an EVM chain id in decimal digits, or a blockchain id')
  .meta({ description: 'A chainId or platformChainId that /v1/chains lists, or the blockchain id.', example: '43114' });

/** Ten digits: what the table's keys hold. */
export const BlockNumber = integer(0, 9_999_999_999).meta({ description: 'Number of a block.', example: 339 });
export const PageToken = z.string().max(512, 'must be a nextPageToken of this endpoint').optional().meta({
  description:
    'The nextPageToken of the page before. It belongs to the query it came from: with other parameters (other than pageSize) it is refused with 400.',
  example: PAGE_TOKEN,
});
/** Rows a page. */
const PageSize = integer(1, PAGE.max)
  .default(PAGE.default)
  .meta({ description: `Rows a page, 1 to ${PAGE.max}.` });
/** By block and position, or by time over all chains. */
export const SortOrder = z
  .enum(['asc', 'desc'], { error: 'must be asc or desc' })
  .meta({ id: 'SortOrder', description: 'asc: oldest first. desc: newest first.' });
/** What chains are asked for. */
export const Network = z.enum(['mainnet', 'fuji', 'testnet'], { error: 'must be mainnet, fuji or testnet' }).meta({
  id: 'Network',
  description: 'testnet and fuji mean the same: every chain that is not a mainnet.',
});
/** What a chain's index may offer. */
export const Feature = z
  .enum(['nftIndexing', 'webhooks', 'teleporter'], { error: 'must be nftIndexing, webhooks or teleporter' })
  .meta({ id: 'ApiFeature', description: "What a chain's index may offer." });
/** How a transaction ended. */
export const TxStatus = z
  .enum(['failed', 'success'], { error: 'must be failed or success' })
  .meta({ id: 'TransactionStatus', description: 'How a transaction ended.' });
/** Currencies of prices, where a price provider is set up. */
export const Currency = z
  .enum(['usd', 'eur', 'aud', 'cad', 'chf', 'clp', 'cny', 'czk', 'dkk', 'gbp', 'hkd', 'huf', 'jpy', 'nzd'], {
    error: 'must be one of the currencies of the documentation',
  })
  .meta({ id: 'CurrencyCode', description: 'A currency (ISO 4217, lower case).' });
/** The currency of an answer's prices. */
export const PriceCurrency = Currency.optional().meta({
  description: 'usd unless given. Answers have no prices where the service has none.',
});

/** The header by which a repeated request is recognised. */
export const IdempotencyKey = z.string().regex(/^[!-~]{1,255}$/, 'must be 1 to 255 visible ASCII characters');

/** The two parameters of every list. */
export const Paging = { pageToken: PageToken, pageSize: PageSize };
/** The same two, where a page may be larger than usual. */
export const pagingUpTo = (max: number) => ({
  pageToken: PageToken,
  pageSize: integer(1, max)
    .default(PAGE.default)
    .meta({ description: `Rows a page, 1 to ${max}.` }),
});
/** The block range of a list, from `startBlock` up to the block before `endBlock`. */
export const BlockRange = {
  startBlock: BlockNumber.optional().meta({ description: 'Inclusive: the lowest block of the list.' }),
  endBlock: BlockNumber.optional().meta({
    description:
      'Exclusive: the list ends with the block before it. Equal to startBlock, the list is empty; lower, the answer is 400.',
  }),
};
/** Set on a page that has more behind it; absent on the last. */
export const nextPageToken = z.string().optional().meta({
  description: 'Asks for the next page, as pageToken. Absent on the last page.',
  example: PAGE_TOKEN,
});
