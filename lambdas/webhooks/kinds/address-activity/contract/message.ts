import * as z from 'zod';
import {
  address,
  blockNumber,
  bytes,
  chainId,
  decimal,
  hash,
  number,
  seconds,
  text,
  wei,
} from '../../../../core/contract/schemas/fields';
import { TeleporterMessageInfo } from '../../../../evm/teleporter/contract/schemas';
import { getMessage } from '../../../contract/schemas/webhook-messages';

export const ADDRESS_ACTIVITY = 'address_activity';

const Token = z
  .object({
    address: address('The token contract.'),
    name: text('Name of the token.', 'Wrapped Ether'),
    symbol: text('Symbol of the token.', 'WETH'),
    decimals: number('Decimals of the token.', 18),
    valueWithDecimals: text('The amount transferred, in whole tokens.', '2.5'),
  })
  .meta({
    id: 'ERCToken',
    description:
      'The token of a transfer. Absent until its metadata is read, and on ERC-20 transfers if the token does not report its decimals.',
  });
const Transfer = z
  .object({
    transactionHash: hash('Hash of the transaction.'),
    type: text('Token standard: ERC20, ERC721 or ERC1155.', 'ERC20'),
    from: address('The sender; the zero address for a mint.'),
    to: address('The recipient; the zero address for a burn.'),
    value: decimal('The amount, in the smallest unit of the token.', '2500000000000000000'),
    tokenId: decimal('Id of the token (ERC721 and ERC1155).', '7').optional(),
    blockTimestamp: seconds('Time of the block.'),
    logIndex: number('Position of the log in the block, from 0.', 3),
    erc20Token: Token.optional(),
    erc721Token: Token.optional(),
    erc1155Token: Token.optional(),
  })
  .meta({ id: 'ERCTransfer', description: 'A token transfer.' });
const Internal = z
  .object({
    from: address('The calling contract.'),
    to: address('The called or created address.'),
    internalTxType: text('Opcode of the call or creation.', 'CALL'),
    value: wei('The amount transferred.'),
    gasUsed: decimal('Gas used.', '21000'),
    gasLimit: decimal('Gas limit.', '50000'),
    transactionHash: hash('Hash of the transaction.'),
  })
  .meta({ id: 'WebhookInternalTransaction', description: 'A call or contract creation by a contract.' });
const AccessListEntry = z
  .object({
    accessAddresses: address('The listed address.'),
    storageKeys: z.array(hash('A storage key.')).meta({ description: 'The listed storage keys of the address.' }),
  })
  .meta({ id: 'AccessListData', description: 'An entry of an access list (EIP-2930).' });
const NetworkTokenInfo = z
  .object({
    tokenName: text('Name of the token.', 'Avalanche'),
    tokenSymbol: text('Symbol of the token.', 'AVAX'),
    tokenDecimals: number('Decimals of the token.', 18),
    valueWithDecimals: text('The value of the transaction, in whole tokens.', '1.5'),
  })
  .meta({ id: 'NetworkTokenInfo', description: "The chain's native token, and how much of it was sent." });

/** Numbers are decimal text unless the public contract has JSON numbers. */
const Transaction = z
  .object({
    blockHash: hash('Hash of the block.'),
    blockNumber,
    from: address('The sender.'),
    gas: decimal('Gas limit.', '50000'),
    gasPrice: wei('The effective gas price paid.'),
    maxFeePerGas: wei('Maximum fee per gas; the gas price for transactions without fee caps.'),
    maxPriorityFeePerGas: wei('Maximum priority fee per gas; the gas price for transactions without fee caps.'),
    txHash: hash('Hash of the transaction.'),
    txStatus: text('1 succeeded, 0 failed.', '1'),
    input: bytes('Input data.'),
    nonce: decimal('Nonce of the sender.', '17'),
    to: address('The recipient; the zero address for a contract creation.'),
    transactionIndex: number('Position in the block, from 0.', 4),
    value: wei('The amount sent.'),
    type: number('Type of the transaction (EIP-2718).', 2),
    chainId,
    receiptCumulativeGasUsed: decimal('Gas used in the block up to and including this transaction.', '123456'),
    receiptGasUsed: decimal('Gas used.', '21000'),
    receiptEffectiveGasPrice: wei('The effective gas price paid.'),
    receiptRoot: text('Always empty: receipts have none since Byzantium.', ''),
    blockTimestamp: seconds('Time of the block.'),
    contractAddress: address('The created contract.').optional(),
    erc20Transfers: z.array(Transfer).meta({ description: 'ERC-20 transfers; may be empty.' }),
    erc721Transfers: z.array(Transfer).meta({ description: 'ERC-721 transfers; may be empty.' }),
    erc1155Transfers: z.array(Transfer).meta({ description: 'ERC-1155 transfers; may be empty.' }),
    internalTransactions: z
      .array(Internal)
      .optional()
      .meta({ description: 'Internal transactions, if the webhook has includeInternalTxs.' }),
    accessList: z.array(AccessListEntry).optional().meta({ description: 'Access list (EIP-2930).' }),
    networkToken: NetworkTokenInfo.optional(),
  })
  .meta({ id: 'Transaction', description: 'A transaction in a webhook message.' });
const Log = z
  .object({
    address: address('The contract that emitted it.'),
    topic0: hash('First topic; 0x if there is none.'),
    topic1: hash('Second topic.').optional(),
    topic2: hash('Third topic.').optional(),
    topic3: hash('Fourth topic.').optional(),
    data: bytes('Log data.'),
    transactionIndex: number('Position of the transaction in the block, from 0.', 4),
    logIndex: number('Position of the log in the block, from 0.', 3),
    removed: z.boolean().meta({ description: 'Always false: removals have an event type of their own.' }),
  })
  .meta({ id: 'Log', description: 'A log of a transaction.' });
const Event = z
  .object({
    transaction: Transaction,
    logs: z.array(Log).optional().meta({ description: 'Logs, if the webhook has includeLogs.' }),
    teleporterMessageInfo: TeleporterMessageInfo.optional(),
    internalTransactionsMissing: z
      .literal(true)
      .optional()
      .meta({ description: 'Internal transactions were requested, but the node did not provide them in time.' }),
    removes: text(
      'The messageId of the message that this one reverts.',
      'msg_0000000123_00004_5f0c3a2b1d4e6f70',
    ).optional(),
  })
  .meta({ id: 'TransactionEvent', description: 'A transaction that involves a watched address.' });
export type AddressActivityEvent = z.infer<typeof Event>;

export const AddressActivityMessage = getMessage(ADDRESS_ACTIVITY, Event).meta({
  id: 'WebhookAddressActivityResponse',
  description: 'An address_activity message.',
});
export type AddressActivityMessage = z.infer<typeof AddressActivityMessage>;
