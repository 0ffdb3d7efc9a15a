import * as z from 'zod';
import { ADDRESS_ACTIVITY } from './event-types';
import { messageOf } from './webhook-messages';

const Token = z.object({
  address: z.string(),
  name: z.string(),
  symbol: z.string(),
  decimals: z.number(),
  valueWithDecimals: z.string(),
});
const transfer = {
  transactionHash: z.string(),
  type: z.string(),
  from: z.string(),
  to: z.string(),
  value: z.string(),
  tokenId: z.string().optional(),
  blockTimestamp: z.number(),
  logIndex: z.number(),
};
const Internal = z.object({
  from: z.string(),
  to: z.string(),
  internalTxType: z.string(),
  value: z.string(),
  gasUsed: z.string(),
  gasLimit: z.string(),
  transactionHash: z.string(),
});
/** A transaction in a message. Numbers are decimal text, except where the contract has numbers. */
const Transaction = z.object({
  blockHash: z.string(),
  blockNumber: z.string(),
  from: z.string(),
  gas: z.string(),
  gasPrice: z.string(),
  maxFeePerGas: z.string(),
  maxPriorityFeePerGas: z.string(),
  txHash: z.string(),
  txStatus: z.string().meta({ description: '1 succeeded, 0 failed.' }),
  input: z.string(),
  nonce: z.string(),
  to: z.string().meta({ description: 'The zero address where the transaction creates a contract.' }),
  transactionIndex: z.number(),
  value: z.string().meta({ description: 'wei' }),
  type: z.number(),
  chainId: z.string(),
  receiptCumulativeGasUsed: z.string(),
  receiptGasUsed: z.string(),
  receiptEffectiveGasPrice: z.string(),
  receiptRoot: z.string().meta({ description: 'Empty: since Byzantium receipts have none.' }),
  blockTimestamp: z.number().meta({ description: 'Unix seconds.' }),
  contractAddress: z.string().optional(),
  erc20Transfers: z.array(z.object({ ...transfer, erc20Token: Token.optional() })),
  erc721Transfers: z.array(z.object({ ...transfer, erc721Token: Token.optional() })),
  erc1155Transfers: z.array(z.object({ ...transfer, erc1155Token: Token.optional() })),
  internalTransactions: z.array(Internal).optional(),
  accessList: z.array(z.object({ accessAddresses: z.string(), storageKeys: z.array(z.string()) })).optional(),
  networkToken: z
    .object({
      tokenName: z.string(),
      tokenSymbol: z.string(),
      tokenDecimals: z.number(),
      valueWithDecimals: z.string(),
    })
    .optional(),
});
const Log = z.object({
  address: z.string(),
  topic0: z.string(),
  topic1: z.string().optional(),
  topic2: z.string().optional(),
  topic3: z.string().optional(),
  data: z.string(),
  transactionIndex: z.number(),
  logIndex: z.number(),
  removed: z.boolean(),
});
/** What a message of `address_activity` says. Addresses are checksummed (EIP-55). */
const Event = z.object({
  transaction: Transaction,
  logs: z.array(Log).optional(),
  internalTransactionsMissing: z
    .literal(true)
    .optional()
    .meta({ description: 'Internal transactions were asked for, and the node had not told them in time.' }),
  removes: z.string().optional().meta({ description: 'The messageId of the message that this one takes back.' }),
});
/** What a message of `address_activity` says. */
export type AddressActivityEvent = z.infer<typeof Event>;

/** The body of a message of `address_activity`. */
export const AddressActivityMessage = messageOf(ADDRESS_ACTIVITY, Event).meta({ id: 'WebhookAddressActivityResponse' });
/** The body of a message of `address_activity`. */
export type AddressActivityMessage = z.infer<typeof AddressActivityMessage>;
