import * as z from 'zod';
import { RichAddress } from './address';
import { EvmBlock } from './blocks';
import { nextPageToken } from './params';
import { Erc20Token, Erc20TokenV2, Erc721Token, Erc1155Token } from './tokens';

/** Where a transfer stands, in lists of its own. Inside a transaction (the `Details` shapes) that is said once. */
const place = {
  ...EvmBlock.pick({ blockNumber: true, blockTimestamp: true, blockTimestampMilliseconds: true, blockHash: true })
    .shape,
  txHash: z.string(),
};
const parties = { from: RichAddress, to: RichAddress };
const logIndex = z.number().meta({ description: 'Position of the log in the block, from 0.' });
const value = z.string().meta({ description: 'In the smallest unit of the token.' });

const erc20Fields = { ...parties, logIndex, value, erc20Token: Erc20Token };
/** An ERC-20 transfer, inside its transaction. */
export const Erc20TransferDetails = z.object(erc20Fields).meta({ id: 'Erc20TransferDetails' });
/** An ERC-20 transfer, inside its transaction. */
export type Erc20TransferDetails = z.infer<typeof Erc20TransferDetails>;
/** An ERC-20 transfer whose token has its reputation, inside its transaction. */
export const Erc20TransferDetailsV2 = z
  .object({ ...erc20Fields, erc20Token: Erc20TokenV2 })
  .meta({ id: 'Erc20TransferDetailsV2' });
/** An ERC-20 transfer whose token has its reputation, inside its transaction. */
export type Erc20TransferDetailsV2 = z.infer<typeof Erc20TransferDetailsV2>;
/** An ERC-20 transfer. */
const Erc20Transfer = z.object({ ...place, ...erc20Fields }).meta({ id: 'Erc20Transfer' });

const erc721Fields = { ...parties, logIndex, erc721Token: Erc721Token };
/** An ERC-721 transfer, inside its transaction. */
export const Erc721TransferDetails = z.object(erc721Fields).meta({ id: 'Erc721TransferDetails' });
/** An ERC-721 transfer, inside its transaction. */
export type Erc721TransferDetails = z.infer<typeof Erc721TransferDetails>;
/** An ERC-721 transfer. */
const Erc721Transfer = z.object({ ...place, ...erc721Fields }).meta({ id: 'Erc721Transfer' });

const erc1155Fields = { ...parties, logIndex, value, erc1155Token: Erc1155Token };
/** An ERC-1155 transfer, inside its transaction. Entries of one batch share their `logIndex`. */
export const Erc1155TransferDetails = z.object(erc1155Fields).meta({ id: 'Erc1155TransferDetails' });
/** An ERC-1155 transfer, inside its transaction. */
export type Erc1155TransferDetails = z.infer<typeof Erc1155TransferDetails>;
/** An ERC-1155 transfer. Entries of one batch share their `logIndex`. */
const Erc1155Transfer = z.object({ ...place, ...erc1155Fields }).meta({ id: 'Erc1155Transfer' });

const internalFields = {
  ...parties,
  internalTxType: z
    .enum(['UNKNOWN', 'CALL', 'CREATE', 'CREATE2', 'CREATE3', 'CALLCODE', 'DELEGATECALL', 'STATICCALL'])
    .meta({ id: 'InternalTransactionOpCall' }),
  value: z.string().meta({ description: 'wei' }),
  isReverted: z.boolean(),
  gasUsed: z.string(),
  gasLimit: z.string(),
};
/** A call or creation by a contract, inside its transaction. */
export const InternalTransactionDetails = z.object(internalFields).meta({ id: 'InternalTransactionDetails' });
/** A call or creation by a contract, inside its transaction. */
export type InternalTransactionDetails = z.infer<typeof InternalTransactionDetails>;
/** A call or creation by a contract. */
const InternalTransaction = z.object({ ...place, ...internalFields }).meta({ id: 'InternalTransaction' });

/** A page of an address's ERC-20 transfers. */
export const ListErc20TransactionsResponse = z
  .object({ nextPageToken, transactions: z.array(Erc20Transfer) })
  .meta({ id: 'ListErc20TransactionsResponse' });

/** A page of an address's ERC-721 transfers. */
export const ListErc721TransactionsResponse = z
  .object({ nextPageToken, transactions: z.array(Erc721Transfer) })
  .meta({ id: 'ListErc721TransactionsResponse' });

/** A page of an address's ERC-1155 transfers. */
export const ListErc1155TransactionsResponse = z
  .object({ nextPageToken, transactions: z.array(Erc1155Transfer) })
  .meta({ id: 'ListErc1155TransactionsResponse' });

/** A page of an address's internal transactions. */
export const ListInternalTransactionsResponse = z
  .object({ nextPageToken, transactions: z.array(InternalTransaction) })
  .meta({ id: 'ListInternalTransactionsResponse' });

/** A page of a token's transfers: a row's standard is shown by which of the three token fields it has. */
export const ListTransfersResponse = z
  .object({ nextPageToken, transfers: z.array(z.union([Erc20Transfer, Erc721Transfer, Erc1155Transfer])) })
  .meta({ id: 'ListTransfersResponse' });
