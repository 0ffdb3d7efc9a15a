// What exports promise. Declared beside the contract, because the guides for callers state it.

const HOUR = 3_600;

/** Days that one export may cover, the first and the last included: a leap year. */
export const MAX_EXPORT_DAYS = 366;
/** Addresses of one export. */
export const MAX_EXPORT_ADDRESSES = 50;
/** Addresses times chains of one export: each pair has up to five lists, which are read at the same time. */
export const MAX_EXPORT_PAIRS = 1_000;
/** How long an export may take before it fails, hours. */
export const EXPORT_TIMEOUT_HOURS = 6;
/** How long its file is kept. */
export const EXPORT_FILE_DAYS = 7;
/** How long the operation is kept. */
export const OPERATION_RETENTION_DAYS = 30;
/** How long a download URL works from when it was read, seconds. */
export const DOWNLOAD_URL_SECONDS = 900;
/** Rows of one part: what one run of a function reads and stores. */
export const PART_ROWS = 20_000;
/** How long one run of that function goes on before it stores what it has, seconds. */
export const PART_SECONDS = 300;
/** The same for the whole export, seconds. */
export const EXPORT_TIMEOUT_SECONDS = EXPORT_TIMEOUT_HOURS * HOUR;

/** The columns of an export of EVM chains, in their order: new ones are added at the end. */
export const EVM_COLUMNS = {
  date: 'Time of the block: ISO 8601, UTC, to the second.',
  chainId: 'EVM chain id.',
  block: 'Number of the block.',
  transactionHash: 'Hash of the transaction.',
  type: '`native` for the transaction itself, `erc20`, `erc721` or `erc1155` for a token transfer, `internal` for an internal transaction.',
  address: 'The exported address that the row is about.',
  direction: '`in`, `out`, or `self` where the address sends to itself.',
  from: 'Sender.',
  to: 'Receiver; empty where the transaction creates a contract.',
  asset: 'Contract address of the token, or `native`.',
  symbol: 'Symbol of the token, as its contract gives it; that of the network token for `native`.',
  tokenId: 'Id of the NFT; empty for other assets.',
  amount:
    'Amount in whole units, every digit: `1.5`. Empty for a token that does not say its decimals; for NFTs their number.',
  rawAmount: 'The same in the smallest unit, such as wei.',
  fee: 'What the transaction cost (gas used times gas price), in whole units of the network token: only in the row of the transaction itself, and only for the address that paid it.',
  status:
    '`success` or `failed`. The amount of a failed transaction did not move; its fee was paid. Transfers and internal transactions that were reverted have no row.',
  logIndex: 'Position of the log in its block; empty unless the row is a token transfer.',
} as const satisfies Readonly<Record<string, string>>;
/** One of them. */
export type EvmColumn = keyof typeof EVM_COLUMNS;
