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

/** The event type of webhooks that watch addresses of an EVM chain. */
export const ADDRESS_ACTIVITY = 'address_activity';

const Token = z
  .object({
    address: address('The token contract.'),
    name: text('Name of the token.', 'Wrapped Ether'),
    symbol: text('Symbol of the token.', 'WETH'),
    decimals: number('Decimals of its amounts.', 18),
    valueWithDecimals: text('The amount that moved, in whole tokens.', '2.5'),
  })
  .meta({
    id: 'ERCToken',
    description:
      'The token of a transfer. Absent while the token is not read, and from an ERC-20 transfer whose token does not report its decimals.',
  });
const Transfer = z
  .object({
    transactionHash: hash('Hash of the transaction.'),
    type: text('Its standard: ERC20, ERC721 or ERC1155.', 'ERC20'),
    from: address('The sender; the zero address where tokens were minted.'),
    to: address('The recipient; the zero address where tokens were burned.'),
    value: decimal('The amount, in the smallest unit of the token.', '2500000000000000000'),
    tokenId: decimal('Id of the token, of ERC721 and ERC1155.', '7').optional(),
    blockTimestamp: seconds('When the block was made.'),
    logIndex: number('Position of the log in the block, from 0.', 3),
    erc20Token: Token.optional(),
    erc721Token: Token.optional(),
    erc1155Token: Token.optional(),
  })
  .meta({ id: 'ERCTransfer', description: 'A token transfer.' });
const Internal = z
  .object({
    from: address('The contract that called.'),
    to: address('What was called or created.'),
    internalTxType: text('How the contract called or created the other.', 'CALL'),
    value: wei('The amount.'),
    gasUsed: decimal('Gas that it used.', '21000'),
    gasLimit: decimal('Gas that it could have used.', '50000'),
    transactionHash: hash('Hash of the transaction.'),
  })
  .meta({ id: 'WebhookInternalTransaction', description: 'A call or creation by a contract.' });
const AccessListEntry = z
  .object({
    accessAddresses: address('The address that the transaction names.'),
    storageKeys: z
      .array(hash('A storage key.'))
      .meta({ description: 'Storage keys of the address that the transaction names.' }),
  })
  .meta({ id: 'AccessListData', description: 'An entry of an access list (EIP-2930).' });
const NetworkTokenInfo = z
  .object({
    tokenName: text('Name of the token.', 'Avalanche'),
    tokenSymbol: text('Symbol of the token.', 'AVAX'),
    tokenDecimals: number('Decimals of its amounts.', 18),
    valueWithDecimals: text('The value of the transaction, in whole tokens.', '1.5'),
  })
  .meta({ id: 'NetworkTokenInfo', description: "The chain's own token, and how much of it was sent." });

/** A transaction in a message. Numbers are decimal text, except where the contract has numbers. */
const Transaction = z
  .object({
    blockHash: hash('Hash of the block.'),
    blockNumber,
    from: address('The sender.'),
    gas: decimal('Gas that it could have used.', '50000'),
    gasPrice: wei('The effective price of gas that was paid.'),
    maxFeePerGas: wei('The most that it would have paid per gas; the gas price where it has no fee caps.'),
    maxPriorityFeePerGas: wei(
      'The most that it would have paid per gas above the base fee; the gas price where it has no fee caps.',
    ),
    txHash: hash('Hash of the transaction.'),
    txStatus: text('1 succeeded, 0 failed.', '1'),
    input: bytes('Its input data.'),
    nonce: decimal('Nonce of the sender.', '17'),
    to: address('The recipient; the zero address where the transaction creates a contract.'),
    transactionIndex: number('Position in the block, from 0.', 4),
    value: wei('The amount that was sent.'),
    type: number('Type of the transaction (EIP-2718).', 2),
    chainId,
    receiptCumulativeGasUsed: decimal('Gas that the block used up to here, this transaction in.', '123456'),
    receiptGasUsed: decimal('Gas that it used.', '21000'),
    receiptEffectiveGasPrice: wei('The effective price of gas that was paid.'),
    receiptRoot: text('Empty: since Byzantium receipts have none.', ''),
    blockTimestamp: seconds('When the block was made.'),
    contractAddress: address('The contract that it created.').optional(),
    erc20Transfers: z.array(Transfer).meta({ description: 'Its ERC-20 transfers; may be empty.' }),
    erc721Transfers: z.array(Transfer).meta({ description: 'Its ERC-721 transfers; may be empty.' }),
    erc1155Transfers: z.array(Transfer).meta({ description: 'Its ERC-1155 transfers; may be empty.' }),
    internalTransactions: z
      .array(Internal)
      .optional()
      .meta({ description: 'Its internal transactions, where the webhook has includeInternalTxs.' }),
    accessList: z.array(AccessListEntry).optional().meta({ description: 'Its access list (EIP-2930).' }),
    networkToken: NetworkTokenInfo.optional(),
  })
  .meta({ id: 'Transaction', description: 'A transaction, as messages of webhooks have it.' });
const Log = z
  .object({
    address: address('The contract that emitted it.'),
    topic0: hash('First topic; 0x where it has none.'),
    topic1: hash('Second topic.').optional(),
    topic2: hash('Third topic.').optional(),
    topic3: hash('Fourth topic.').optional(),
    data: bytes('Its data.'),
    transactionIndex: number('Position of the transaction in the block, from 0.', 4),
    logIndex: number('Position of the log in the block, from 0.', 3),
    removed: z.boolean().meta({ description: 'Always false: what takes a message back has an event type of its own.' }),
  })
  .meta({ id: 'Log', description: 'A log of a transaction.' });
/** What a message of `address_activity` says. Addresses are checksummed (EIP-55). */
const Event = z
  .object({
    transaction: Transaction,
    logs: z.array(Log).optional().meta({ description: 'Its logs, where the webhook has includeLogs.' }),
    teleporterMessageInfo: TeleporterMessageInfo.optional(),
    internalTransactionsMissing: z
      .literal(true)
      .optional()
      .meta({ description: 'Internal transactions were asked for, and the node had not told them in time.' }),
    removes: text(
      'The messageId of the message that this one takes back.',
      'msg_0000000123_00004_5f0c3a2b1d4e6f70',
    ).optional(),
  })
  .meta({ id: 'TransactionEvent', description: 'A transaction that names a watched address.' });
/** What a message of `address_activity` says. */
export type AddressActivityEvent = z.infer<typeof Event>;

/** The body of a message of `address_activity`. */
export const AddressActivityMessage = getMessage(ADDRESS_ACTIVITY, Event).meta({
  id: 'WebhookAddressActivityResponse',
  description: 'A message of a webhook with the event type address_activity.',
});
/** The body of a message of `address_activity`. */
export type AddressActivityMessage = z.infer<typeof AddressActivityMessage>;
