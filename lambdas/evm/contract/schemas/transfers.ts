import * as z from 'zod';
import { RichAddress } from '../../../core/contract/schemas/address';
import { decimal, hash, number, wei } from '../../../core/contract/schemas/fields';
import { nextPageToken } from '../../../core/contract/schemas/params';
import { EvmBlock } from './blocks';
import { Erc20Token, Erc20TokenV2, Erc721Token, Erc1155Token } from './tokens';

/** In lists only; the `Details` shapes get it from the enclosing transaction. */
const place = {
  ...EvmBlock.pick({ blockNumber: true, blockTimestamp: true, blockTimestampMilliseconds: true, blockHash: true })
    .shape,
  txHash: hash('Hash of the transaction.'),
};
const parties = {
  from: RichAddress.meta({ description: 'The sender; the zero address for a mint.' }),
  to: RichAddress.meta({ description: 'The recipient; the zero address for a burn.' }),
};
const logIndex = number('Position of the log in the block, from 0.', 3);
const value = decimal('The amount, in the smallest unit of the token.', '2500000000000000000');

const erc20Fields = { ...parties, logIndex, value, erc20Token: Erc20Token };
export const Erc20TransferDetails = z
  .object(erc20Fields)
  .meta({ id: 'Erc20TransferDetails', description: 'An ERC-20 transfer within its transaction.' });
export type Erc20TransferDetails = z.infer<typeof Erc20TransferDetails>;
export const Erc20TransferDetailsV2 = z.object({ ...erc20Fields, erc20Token: Erc20TokenV2 }).meta({
  id: 'Erc20TransferDetailsV2',
  description: 'An ERC-20 transfer within its transaction, with the reputation of its token.',
});
export type Erc20TransferDetailsV2 = z.infer<typeof Erc20TransferDetailsV2>;
const Erc20Transfer = z
  .object({ ...place, ...erc20Fields })
  .meta({ id: 'Erc20Transfer', description: 'An ERC-20 transfer.' });

const erc721Fields = { ...parties, logIndex, erc721Token: Erc721Token };
export const Erc721TransferDetails = z
  .object(erc721Fields)
  .meta({ id: 'Erc721TransferDetails', description: 'An ERC-721 transfer within its transaction.' });
export type Erc721TransferDetails = z.infer<typeof Erc721TransferDetails>;
const Erc721Transfer = z
  .object({ ...place, ...erc721Fields })
  .meta({ id: 'Erc721Transfer', description: 'An ERC-721 transfer.' });

const erc1155Fields = { ...parties, logIndex, value, erc1155Token: Erc1155Token };
export const Erc1155TransferDetails = z.object(erc1155Fields).meta({
  id: 'Erc1155TransferDetails',
  description: 'An ERC-1155 transfer within its transaction. Entries of one batch share their logIndex.',
});
export type Erc1155TransferDetails = z.infer<typeof Erc1155TransferDetails>;
const Erc1155Transfer = z
  .object({ ...place, ...erc1155Fields })
  .meta({ id: 'Erc1155Transfer', description: 'An ERC-1155 transfer. Entries of one batch share their logIndex.' });

const internalFields = {
  from: RichAddress.meta({ description: 'The calling contract.' }),
  to: RichAddress.meta({ description: 'The called or created address.' }),
  internalTxType: z
    .enum(['UNKNOWN', 'CALL', 'CREATE', 'CREATE2', 'CREATE3', 'CALLCODE', 'DELEGATECALL', 'STATICCALL'])
    .meta({ id: 'InternalTransactionOpCall', description: 'Opcode of the call or creation.' }),
  value: wei('The amount transferred.'),
  isReverted: z.boolean().meta({ description: 'Always false: reverted calls are omitted.' }),
  gasUsed: decimal('Gas used.', '21000'),
  gasLimit: decimal('Gas limit.', '50000'),
};
export const InternalTransactionDetails = z.object(internalFields).meta({
  id: 'InternalTransactionDetails',
  description: 'A call or contract creation by a contract, within its transaction.',
});
export type InternalTransactionDetails = z.infer<typeof InternalTransactionDetails>;
const InternalTransaction = z
  .object({ ...place, ...internalFields })
  .meta({ id: 'InternalTransaction', description: 'A call or contract creation by a contract.' });

export const ListErc20TransactionsResponse = z
  .object({
    nextPageToken,
    transactions: z.array(Erc20Transfer).meta({ description: 'The transfers of this page, newest first.' }),
  })
  .meta({ id: 'ListErc20TransactionsResponse', description: "A page of an address's ERC-20 transfers." });

export const ListErc721TransactionsResponse = z
  .object({
    nextPageToken,
    transactions: z.array(Erc721Transfer).meta({ description: 'The transfers of this page, newest first.' }),
  })
  .meta({ id: 'ListErc721TransactionsResponse', description: "A page of an address's ERC-721 transfers." });

export const ListErc1155TransactionsResponse = z
  .object({
    nextPageToken,
    transactions: z.array(Erc1155Transfer).meta({ description: 'The transfers of this page, newest first.' }),
  })
  .meta({ id: 'ListErc1155TransactionsResponse', description: "A page of an address's ERC-1155 transfers." });

export const ListInternalTransactionsResponse = z
  .object({
    nextPageToken,
    transactions: z
      .array(InternalTransaction)
      .meta({ description: 'The internal transactions of this page, newest first.' }),
  })
  .meta({ id: 'ListInternalTransactionsResponse', description: "A page of an address's internal transactions." });

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
      "A page of a token's transfers. Each row has one of erc20Token, erc721Token and erc1155Token, according to its standard.",
  });
