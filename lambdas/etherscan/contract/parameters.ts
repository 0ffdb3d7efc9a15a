import * as z from 'zod';

interface Parameter {
  readonly description: string;
  readonly example: string;
}

/** Every parameter of every action, as clients of this dialect spell it. Accepted in any case. */
export const PARAMETERS = {
  module: { description: 'The group of actions.', example: 'account' },
  action: { description: 'What to do; the guide lists all of them.', example: 'txlist' },
  chainid: {
    description: 'ID of the chain, in decimal digits. Required at `/v2/api`; `/api` defaults to the first chain.',
    example: '43114',
  },
  apikey: { description: 'The API key. Prefer the header, which no proxy logs.', example: '' },
  address: {
    description: 'An address; `balancemulti` takes up to 20, comma-separated.',
    example: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F',
  },
  contractaddress: {
    description: 'Address of a token.',
    example: '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984',
  },
  contractaddresses: {
    description: 'Up to 5 contracts, comma-separated.',
    example: '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984',
  },
  txhash: {
    description: 'Hash of a transaction.',
    example: '0x8bf584d7b14b92a32a339872a66b134a70ba3ba7c305823f348db6f860253f45',
  },
  startblock: { description: 'First block; 0 by default.', example: '0' },
  endblock: { description: 'Last block, included; the latest by default.', example: '99999999' },
  page: { description: 'Number of the page, from 1.', example: '1' },
  offset: { description: 'Rows per page; `page` times `offset` is at most 10,000.', example: '100' },
  sort: { description: 'asc: oldest first. desc: newest first.', example: 'asc' },
  tag: { description: 'latest, earliest, pending, safe, finalized, or a block number in hex.', example: 'latest' },
  timestamp: { description: 'Unix seconds.', example: '1700000000' },
  closest: { description: 'before or after.', example: 'before' },
  blockno: { description: 'Number of a block, in decimal digits.', example: '339' },
  fromBlock: { description: 'First block, in decimal digits, or latest.', example: '0' },
  toBlock: { description: 'Last block, included, in decimal digits, or latest.', example: 'latest' },
  topic0: {
    description: 'First topic of a log.',
    example: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  },
  topic1: { description: 'Second topic of a log.', example: '' },
  topic2: { description: 'Third topic of a log.', example: '' },
  topic3: { description: 'Fourth topic of a log.', example: '' },
  topic0_1_opr: { description: 'and, or: between topic0 and topic1.', example: 'and' },
  topic0_2_opr: { description: 'and, or: between topic0 and topic2.', example: 'and' },
  topic0_3_opr: { description: 'and, or: between topic0 and topic3.', example: 'and' },
  topic1_2_opr: { description: 'and, or: between topic1 and topic2.', example: 'and' },
  topic1_3_opr: { description: 'and, or: between topic1 and topic3.', example: 'and' },
  topic2_3_opr: { description: 'and, or: between topic2 and topic3.', example: 'and' },
  boolean: { description: 'true: whole transactions instead of their hashes.', example: 'true' },
  index: { description: 'Position in the block, in hex.', example: '0x0' },
  position: { description: 'Storage slot, in hex.', example: '0x0' },
  to: { description: 'The called contract.', example: '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984' },
  from: { description: 'The caller.', example: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F' },
  data: { description: 'Call data, in hex.', example: '0x18160ddd' },
  value: { description: 'In wei, in hex.', example: '0x0' },
  gas: { description: 'Gas limit, in hex.', example: '0x5208' },
  gasPrice: { description: 'In wei, in hex.', example: '0x3b9aca00' },
} as const satisfies Readonly<Record<string, Parameter>>;

export type ParameterName = keyof typeof PARAMETERS;

const byLowerCase = new Map(Object.keys(PARAMETERS).map((name) => [name.toLowerCase(), name as ParameterName]));

/** As declared, or as given if unknown. */
export const canonicalName = (name: string): string => byLowerCase.get(name.toLowerCase()) ?? name;

const missing = (what: string) => ({ error: `Error! Missing ${what}` });
const ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const pattern = (what: string, form: RegExp, invalid: string) => z.string(missing(what)).trim().regex(form, invalid);

const toLower = (text: string): string => text.toLowerCase();
export const AddressText = pattern('address', ADDRESS, 'Error! Invalid address format').transform(toLower);
export const ContractAddress = pattern('contractaddress', ADDRESS, 'Error! Invalid contract address format').transform(
  toLower,
);
export const HashText = pattern('txhash', /^0x[0-9a-fA-F]{64}$/, 'Error! Invalid transaction hash format').transform(
  toLower,
);

export const listOf = (what: string, most: number) =>
  z
    .string(missing(what))
    .transform((text) => text.split(',').map((one) => one.trim()))
    .pipe(
      z
        .array(z.string().regex(ADDRESS, 'Error! Invalid address format').transform(toLower))
        .max(most, `Error! ${what} must have at most ${most} values`),
    );

const whole = (what: string, min: number, max: number) =>
  z
    .string(missing(what))
    .trim()
    .regex(/^\d{1,20}$/, `Error! Invalid ${what}: must be a whole number`)
    .transform(Number)
    .refine((n) => n >= min, `Error! Invalid ${what}: must be at least ${min}`)
    .transform((n) => Math.min(n, max));

/** Larger than any block number, as clients send for the latest block. */
export const MAX_BLOCK = 9_999_999_999;

/** Clients leave a value empty to omit it. */
const unlessEmpty = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

/** `latest` becomes the largest number, which is above any head. */
const blockNumber = (what: string) => z.preprocess(toBlockNumber, whole(what, 0, MAX_BLOCK).optional());

function toBlockNumber(value: unknown): unknown {
  if (value === '') return undefined;
  if (value === 'latest' || value === 'pending') return String(MAX_BLOCK);
  if (value === 'earliest') return '0';
  return typeof value === 'string' && /^0x[0-9a-f]{1,13}$/i.test(value) ? String(Number(value)) : value;
}

export const StartBlock = blockNumber('startblock');
export const EndBlock = blockNumber('endblock');
export const FromBlock = blockNumber('fromBlock');
export const ToBlock = blockNumber('toBlock');
export const BlockNumberText = whole('blockno', 0, MAX_BLOCK + 1).refine(
  (n) => n <= MAX_BLOCK,
  'Error! Invalid blockno',
);
export const Timestamp = whole('timestamp', 0, MAX_BLOCK);
/** Only clients without the window's limit send more. */
export const Page = unlessEmpty(whole('page', 0, 1_000_000));
export const Offset = unlessEmpty(whole('offset', 0, 1_000_000));
/** In any case. */
const oneOf = <const T extends readonly string[]>(values: T, error: string) =>
  z.string().transform(toLower).pipe(z.enum(values, { error }));

export const Sort = unlessEmpty(oneOf(['asc', 'desc'], 'Error! Invalid sort: must be asc or desc'));
export const Closest = z.enum(['before', 'after'], { error: 'Error! Invalid closest: must be before or after' });

/** As JSON-RPC takes it. Decimal digits become hex. */
export const Tag = z.preprocess(
  (value) =>
    typeof value === 'string' && /^\d{1,10}$/.test(value) ? `0x${Number(value).toString(16)}` : value || 'latest',
  z
    .string()
    .regex(
      /^(?:latest|earliest|pending|safe|finalized|0x[0-9a-fA-F]{1,16})$/,
      'Error! Invalid tag: must be latest, earliest, pending, safe, finalized, or a block number in hex',
    ),
);

const hex = (what: string, form: RegExp) => pattern(what, form, `Error! Invalid ${what}: must be hexadecimal`);
export const Quantity = (what: string) => hex(what, /^0x[0-9a-fA-F]{1,64}$/).transform(shortened);
export const Data = (what: string) => hex(what, /^0x(?:[0-9a-fA-F]{2})*$/);
export const optional = unlessEmpty;
export const Topic = unlessEmpty(hex('topic', /^0x[0-9a-fA-F]{64}$/).transform(toLower));
export const Operator = unlessEmpty(oneOf(['and', 'or'], 'Error! Invalid operator: must be and, or'));
export const BooleanText = unlessEmpty(
  oneOf(['true', 'false'], 'Error! Invalid boolean: must be true or false').transform((text) => text === 'true'),
);

/** Nodes refuse quantities with leading zeros. */
function shortened(text: string): string {
  return `0x${BigInt(text).toString(16)}`;
}
