import type { ListedTransfer } from '../../adapters/dynamo/evm/address-readers';
import type { InBlock } from '../../adapters/dynamo/stored-item';
import type {
  Erc20TransferDetailsV2,
  Erc721TransferDetails,
  Erc1155TransferDetails,
} from '../../contract/schemas/transfers';
import type { TransferRow } from '../../domain/evm/transfers';
import { richAddress } from './address';
import { blockRefView } from './block';
import type { Nfts } from './nft';
import { erc20TokenView, erc721TokenView, erc1155TokenView, type Tokens } from './token';

const shared = ({ from, to, logIndex }: TransferRow) => ({
  from: richAddress(from),
  to: richAddress(to),
  logIndex,
});

/** An ERC-20 transfer, inside its transaction. */
export const erc20View = (row: TransferRow, tokens: Tokens): Erc20TransferDetailsV2 => ({
  ...shared(row),
  value: String(row.value),
  erc20Token: erc20TokenView(row.token, tokens),
});

/** An ERC-721 transfer, inside its transaction. */
export const erc721View = (row: TransferRow, tokens: Tokens, nfts: Nfts): Erc721TransferDetails => ({
  ...shared(row),
  erc721Token: erc721TokenView(row.token, row.id ?? 0n, tokens, nfts),
});

/** An ERC-1155 transfer, inside its transaction. */
export const erc1155View = (row: TransferRow, _tokens: Tokens, nfts: Nfts): Erc1155TransferDetails => ({
  ...shared(row),
  value: String(row.value),
  erc1155Token: erc1155TokenView(row.token, row.id ?? 0n, nfts),
});

/** The transfers of a transaction by kind, in order. */
export const transfersView = (rows: readonly TransferRow[], tokens: Tokens, nfts: Nfts) => ({
  erc20Transfers: rows.filter(({ kind }) => kind === 'erc20').map((row) => erc20View(row, tokens)),
  erc721Transfers: rows.filter(({ kind }) => kind === 'erc721').map((row) => erc721View(row, tokens, nfts)),
  erc1155Transfers: rows.filter(({ kind }) => kind === 'erc1155').map((row) => erc1155View(row, tokens, nfts)),
});

/** The block and transaction of a transfer in a list. */
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
