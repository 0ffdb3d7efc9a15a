import * as z from 'zod';
import { RichAddress } from '../../../core/contract/schemas/address';
import { decimal, hash, number, wei } from '../../../core/contract/schemas/fields';
import { nextPageToken } from '../../../core/contract/schemas/params';
import { EvmBlock } from './blocks';
import { Erc20Token, Erc20TokenV2, Erc721Token, Erc1155Token } from './tokens';

/** Where a transfer stands, in lists of its own. Inside a transaction (the `Details` shapes) that is said once. */
const place = {
  ...EvmBlock.pick({ blockNumber: true, blockTimestamp: true, blockTimestampMilliseconds: true, blockHash: true })
    .shape,
  txHash: hash('Hash of the transaction.'),
};
const parties = {
  from: RichAddress.meta({ description: 'The sender; the zero address where tokens were minted.' }),
  to: RichAddress.meta({ description: 'The recipient; the zero address where tokens were burned.' }),
};
const logIndex = number('Position of the log in the block, from 0.', 3);
const value = decimal('The amount, in the smallest unit of the token.', '2500000000000000000');

const erc20Fields = { ...parties, logIndex, value, erc20Token: Erc20Token };
/** An ERC-20 transfer, inside its transaction. */
export const Erc20TransferDetails = z
  .object(erc20Fields)
  .meta({ id: 'Erc20TransferDetails', description: 'An ERC-20 transfer, inside its transaction.' });
/** An ERC-20 transfer, inside its transaction. */
export type Erc20TransferDetails = z.infer<typeof Erc20TransferDetails>;
/** An ERC-20 transfer whose token has its reputation, inside its transaction. */
export const Erc20TransferDetailsV2 = z.object({ ...erc20Fields, erc20Token: Erc20TokenV2 }).meta({
  id: 'Erc20TransferDetailsV2',
  description: 'An ERC-20 transfer inside its transaction, its token with its reputation.',
});
/** An ERC-20 transfer whose token has its reputation, inside its transaction. */
export type Erc20TransferDetailsV2 = z.infer<typeof Erc20TransferDetailsV2>;
/** An ERC-20 transfer. */
const Erc20Transfer = z
  .object({ ...place, ...erc20Fields })
  .meta({ id: 'Erc20Transfer', description: 'An ERC-20 transfer.' });

const erc721Fields = { ...parties, logIndex, erc721Token: Erc721Token };
/** An ERC-721 transfer, inside its transaction. */
export const Erc721TransferDetails = z
  .object(erc721Fields)
  .meta({ id: 'Erc721TransferDetails', description: 'An ERC-721 transfer, inside its transaction.' });
/** An ERC-721 transfer, inside its transaction. */
export type Erc721TransferDetails = z.infer<typeof Erc721TransferDetails>;
/** An ERC-721 transfer. */
const Erc721Transfer = z
  .object({ ...place, ...erc721Fields })
  .meta({ id: 'Erc721Transfer', description: 'An ERC-721 transfer.' });

const erc1155Fields = { ...parties, logIndex, value, erc1155Token: Erc1155Token };
/** An ERC-1155 transfer, inside its transaction. Entries of one batch share their `logIndex`. */
export const Erc1155TransferDetails = z.object(erc1155Fields).meta({
  id: 'Erc1155TransferDetails',
  description: 'An ERC-1155 transfer, inside its transaction. Entries of one batch share their logIndex.',
});
/** An ERC-1155 transfer, inside its transaction. */
export type Erc1155TransferDetails = z.infer<typeof Erc1155TransferDetails>;
/** An ERC-1155 transfer. Entries of one batch share their `logIndex`. */
const Erc1155Transfer = z
  .object({ ...place, ...erc1155Fields })
  .meta({ id: 'Erc1155Transfer', description: 'An ERC-1155 transfer. Entries of one batch share their logIndex.' });

const internalFields = {
  from: RichAddress.meta({ description: 'The contract that called.' }),
  to: RichAddress.meta({ description: 'What was called or created.' }),
  internalTxType: z
    .enum(['UNKNOWN', 'CALL', 'CREATE', 'CREATE2', 'CREATE3', 'CALLCODE', 'DELEGATECALL', 'STATICCALL'])
    .meta({ id: 'InternalTransactionOpCall', description: 'How the contract called or created the other.' }),
  value: wei('The amount.'),
  isReverted: z.boolean().meta({ description: 'Always false: what was reverted is left out.' }),
  gasUsed: decimal('Gas that it used.', '21000'),
  gasLimit: decimal('Gas that it could have used.', '50000'),
};
/** A call or creation by a contract, inside its transaction. */
export const InternalTransactionDetails = z
  .object(internalFields)
  .meta({ id: 'InternalTransactionDetails', description: 'A call or creation by a contract, inside its transaction.' });
/** A call or creation by a contract, inside its transaction. */
export type InternalTransactionDetails = z.infer<typeof InternalTransactionDetails>;
/** A call or creation by a contract. */
const InternalTransaction = z
  .object({ ...place, ...internalFields })
  .meta({ id: 'InternalTransaction', description: 'A call or creation by a contract.' });

/** A page of an address's ERC-20 transfers. */
export const ListErc20TransactionsResponse = z
  .object({
    nextPageToken,
    transactions: z.array(Erc20Transfer).meta({ description: 'The transfers of this page, newest first.' }),
  })
  .meta({ id: 'ListErc20TransactionsResponse', description: "A page of an address's ERC-20 transfers." });

/** A page of an address's ERC-721 transfers. */
export const ListErc721TransactionsResponse = z
  .object({
    nextPageToken,
    transactions: z.array(Erc721Transfer).meta({ description: 'The transfers of this page, newest first.' }),
  })
  .meta({ id: 'ListErc721TransactionsResponse', description: "A page of an address's ERC-721 transfers." });

/** A page of an address's ERC-1155 transfers. */
export const ListErc1155TransactionsResponse = z
  .object({
    nextPageToken,
    transactions: z.array(Erc1155Transfer).meta({ description: 'The transfers of this page, newest first.' }),
  })
  .meta({ id: 'ListErc1155TransactionsResponse', description: "A page of an address's ERC-1155 transfers." });

/** A page of an address's internal transactions. */
export const ListInternalTransactionsResponse = z
  .object({
    nextPageToken,
    transactions: z
      .array(InternalTransaction)
      .meta({ description: 'The internal transactions of this page, newest first.' }),
  })
  .meta({ id: 'ListInternalTransactionsResponse', description: "A page of an address's internal transactions." });

/** A page of a token's transfers: a row's standard is shown by which of the three token fields it has. */
export const ListTransfersResponse = z
  .object({
    nextPageToken,
    transfers: z
      .array(z.union([Erc20Transfer, Erc721Transfer, Erc1155Transfer]))
      .meta({ description: 'The transfers of this page, newest first.' }),
  })
  .meta({
    id: 'ListTransfersResponse',
    description:
      "A page of a token's transfers: which of erc20Token, erc721Token and erc1155Token a row has shows its standard.",
  });
