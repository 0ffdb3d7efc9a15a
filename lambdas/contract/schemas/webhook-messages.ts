import * as z from 'zod';
import { nextPageToken } from './params';

/** Where a message stands. `revoked`: its block was left before it was sent, or while it was being sent. */
export const MessageStatus = z.enum(['pending', 'delivered', 'failed', 'revoked'], {
  error: 'must be pending, delivered, failed or revoked',
});
/** Where a message stands. */
export type MessageStatus = z.infer<typeof MessageStatus>;

/** The id of a message, as receivers see it. Anything else that could be one is not found. */
export const MessageId = z
  .string()
  .regex(/^\w{1,80}$/, 'must be the id of a message')
  .meta({ example: 'msg_0000000123_00004_5f0c3a2b1d4e6f708192a3b4c5d6e7f8' });

const Attempt = z
  .object({
    at: z.number().meta({ description: 'When it was sent, Unix milliseconds.' }),
    statusCode: z.int().optional().meta({ description: 'HTTP status of the answer; absent where there was none.' }),
    latencyMs: z.number(),
    answer: z.string().optional().meta({ description: 'The first 1,024 bytes of the answer.' }),
    error: z.string().optional().meta({ description: 'Why there was no answer.' }),
  })
  .meta({ id: 'WebhookAttempt' });
/** One try to send a message. */
export type Attempt = z.infer<typeof Attempt>;

/** A message to a webhook, with its attempts: without its content, which the chain has. */
export const WebhookMessage = z
  .object({
    messageId: z.string(),
    kind: z.enum(['added', 'removed', 'test']),
    status: MessageStatus,
    txHash: z.string().optional(),
    blockNumber: z.string().optional(),
    blockHash: z.string().optional(),
    createdAt: z.number().meta({ description: 'Unix time in milliseconds.' }),
    nextAttemptAt: z.number().optional().meta({ description: 'Unix time in milliseconds.' }),
    attempts: z.array(Attempt),
  })
  .meta({ id: 'WebhookMessage' });
/** A message to a webhook, with its attempts. */
export type WebhookMessage = z.infer<typeof WebhookMessage>;

export const ListWebhookMessages = z
  .object({ messages: z.array(WebhookMessage), nextPageToken })
  .meta({ id: 'ListWebhookMessagesResponse' });

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
/** A transaction as a message tells it. Numbers are decimal text, but for those that the contract has as numbers. */
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
/** What happened. An address is checksummed (EIP-55). */
export const WebhookEvent = z.object({
  transaction: Transaction,
  logs: z.array(Log).optional(),
  internalTransactionsMissing: z
    .literal(true)
    .optional()
    .meta({ description: 'Internal transactions were asked for, and the node had not told them in time.' }),
  removes: z.string().optional().meta({ description: 'The messageId of the message that this one takes back.' }),
});
/** What happened. */
export type WebhookEvent = z.infer<typeof WebhookEvent>;

/**
 * The body of a message. What takes an earlier one back has an event type of its own: a receiver that does not know it
 * leaves it alone, where the same type would make it count the transaction a second time.
 */
export const WebhookBody = z
  .object({
    webhookId: z.string(),
    eventType: z.enum(['address_activity', 'address_activity_removed']),
    messageId: z.string().meta({ description: 'The same at each attempt and replay. Begins with test_ for a test.' }),
    event: WebhookEvent,
  })
  .meta({ id: 'WebhookAddressActivityResponse' });
/** The body of a message. */
export type WebhookBody = z.infer<typeof WebhookBody>;
