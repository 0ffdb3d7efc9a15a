import type {
  Erc20TransferDetailsV2,
  Erc721TransferDetails,
  Erc1155TransferDetails,
} from '../contract/schemas/transfers';
import type { TransferRow } from '../domain/transfers';
import type { ListedTransfer } from '../rows/address-readers';
import type { InBlock } from '../rows/in-block';
import { richAddress } from './address';
import { blockRefView } from './block';
import { erc20TokenView, erc721TokenView, erc1155TokenView, type Records } from './token';

const shared = ({ from, to, logIndex }: TransferRow, { names }: Pick<Records, 'names'>) => ({
  from: richAddress(from, names),
  to: richAddress(to, names),
  logIndex,
});

export const erc20View = (row: TransferRow, records: Omit<Records, 'nfts'>): Erc20TransferDetailsV2 => ({
  ...shared(row, records),
  value: String(row.value),
  erc20Token: erc20TokenView(row.token, records),
});

export const erc721View = (row: TransferRow, records: Omit<Records, 'prices'>): Erc721TransferDetails => ({
  ...shared(row, records),
  erc721Token: erc721TokenView(row.token, row.id ?? 0n, records.tokens, records.nfts),
});

export const erc1155View = (row: TransferRow, records: Omit<Records, 'prices'>): Erc1155TransferDetails => ({
  ...shared(row, records),
  value: String(row.value),
  erc1155Token: erc1155TokenView(row.token, row.id ?? 0n, records.nfts),
});

/** In log order. */
export const transfersView = (rows: readonly TransferRow[], records: Records) => ({
  erc20Transfers: rows.filter(({ kind }) => kind === 'erc20').map((row) => erc20View(row, records)),
  erc721Transfers: rows.filter(({ kind }) => kind === 'erc721').map((row) => erc721View(row, records)),
  erc1155Transfers: rows.filter(({ kind }) => kind === 'erc1155').map((row) => erc1155View(row, records)),
});

export const placeView = (row: InBlock & Pick<ListedTransfer, 'txHash'>) => {
  const { blockNumber, blockTimestamp, blockTimestampMilliseconds, blockHash } = blockRefView(row);
  return {
    blockNumber,
    blockTimestamp,
    ...(blockTimestampMilliseconds === undefined ? {} : { blockTimestampMilliseconds }),
    blockHash,
    txHash: row.txHash,
  };
};
