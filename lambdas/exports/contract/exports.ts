// Limits and retention of exports. Part of the contract because the guides for callers state them.

const HOUR = 3_600;

/** A leap year; both ends inclusive. */
export const MAX_EXPORT_DAYS = 366;
export const MAX_EXPORT_ADDRESSES = 50;
export const MAX_EXPORT_CHAINS = 100;
/** Addresses times chains. Each pair has up to five lists, which are read concurrently. */
export const MAX_EXPORT_PAIRS = 1_000;
export const EXPORT_TIMEOUT_HOURS = 6;
export const EXPORT_FILE_DAYS = 7;
export const OPERATION_RETENTION_DAYS = 30;
export const DOWNLOAD_URL_SECONDS = 900;
export const PART_ROWS = 20_000;
export const PART_SECONDS = 300;
export const EXPORT_TIMEOUT_SECONDS = EXPORT_TIMEOUT_HOURS * HOUR;

/** In order. New columns go at the end. */
export const EVM_COLUMNS = {
  date: 'Time of the block: ISO 8601, UTC, to the second.',
  chainId: 'EVM chain id.',
  block: 'Number of the block.',
  transactionHash: 'Hash of the transaction.',
  type: '`native` for the transaction itself, `erc20`, `erc721` or `erc1155` for a token transfer, `internal` for an internal transaction.',
  address: 'The exported address of this row.',
  direction: '`in`, `out`, or `self` if the address sends to itself.',
  from: 'Sender.',
  to: 'Recipient; empty for a contract creation.',
  asset: 'Contract address of the token, or `native`.',
  symbol: 'Symbol of the token as reported by its contract; for `native`, the symbol of the network token.',
  tokenId: 'Id of the NFT; empty for other assets.',
  amount:
    'Amount in whole units, with all digits: `1.5`. Empty if the token does not report its decimals; for NFTs, the number of tokens.',
  rawAmount: 'The same in the smallest unit, such as wei.',
  fee: 'Transaction fee (gas used times gas price), in whole units of the network token: only in the row of the transaction itself, and only for the address that paid it.',
  status:
    '`success` or `failed`. A failed transaction transfers nothing but pays its fee. Reverted transfers and internal transactions have no row.',
  logIndex: 'Index of the log in its block; only for token transfers.',
} as const satisfies Readonly<Record<string, string>>;
export type EvmColumn = keyof typeof EVM_COLUMNS;
