import type { EntityName } from '../../table/schema';
import type { Clock } from '../clock';
import { cursorReader } from './chain/cursor-reader';
import {
  addressChainReader,
  addressInternalReader,
  addressTransferReader,
  addressTxReader,
} from './evm/address-readers';
import { blockReader } from './evm/block-reader';
import { gapReader } from './evm/gaps';
import { traceReader } from './evm/trace-reader';
import { chunkReader, transactionReader } from './evm/transaction-readers';
import { operationReader } from './exports/operations';
import { pBlockReader } from './pchain/block-reader';
import { l1ChangeReader, l1ValidatorReader } from './pchain/l1-validator-reader';
import { networkReader } from './pchain/network';
import { nodeHeadReader } from './pchain/node-head';
import { pCycleReader, pRewardReader, pStakeOfReader } from './pchain/stake-readers';
import { pBlockchainReader, pSubnetReader } from './pchain/subnet-readers';
import { pTxOfReader, pTxReader } from './pchain/tx-readers';
import { pUtxoOfReader, pUtxoReader } from './pchain/utxo-readers';
import { pDelegatorReader, pValidatorReader } from './pchain/validator-reader';
import type { Table } from './table';
import { blockchainIdReader, teleporterListReader, teleporterMessageReader } from './teleporter/readers';
import { holdingReader } from './tokens/holding-reader';
import { nftReader } from './tokens/nft-reader';
import { addressDeploymentReader, deploymentReader, tokenReader, tokenTransferReader } from './tokens/token-readers';
import { requestLogReader } from './usage/request-log';
import { usageHourReader } from './usage/usage-hours';
import { healthReader } from './webhooks/health-item';
import { messageReader } from './webhooks/message-item';
import { replayCountReader } from './webhooks/replays';
import { ownSecretReader, secretReader } from './webhooks/secret-item';
import { subscriptionReader, watchedReader } from './webhooks/watched';
import { webhookReader } from './webhooks/webhook-item';

/** One reader per entity: an endpoint gets those of the entities that it declares, and no other. */
export const readers = {
  // All of these are in one partition: granting one grants the others.
  Cursor: (table: Table, now: Clock) => ({
    ...cursorReader(table, now),
    ...traceReader(table, now),
    ...gapReader(table, now),
  }),
  BlockRecord: () => ({}),
  Block: blockReader,
  ChainTx: chunkReader('ChainTx'),
  FailedTx: chunkReader('FailedTx'),
  Tx: transactionReader,
  TxInternal: () => ({}),
  TxMessage: () => ({}),
  AddressTx: addressTxReader,
  AddressErc20: addressTransferReader('erc20'),
  AddressErc721: addressTransferReader('erc721'),
  AddressErc1155: addressTransferReader('erc1155'),
  AddressInternal: addressInternalReader,
  AddressDeployment: addressDeploymentReader,
  AddressChain: addressChainReader,
  TokenTransfer: tokenTransferReader,
  Deployment: deploymentReader,
  Token: tokenReader,
  Drift: () => ({}),
  Nft: nftReader,
  Erc20Holding: holdingReader('erc20'),
  Erc721Holding: holdingReader('erc721'),
  Erc1155Holding: holdingReader('erc1155'),
  TeleporterEvent: () => ({}),
  TeleporterMessage: teleporterMessageReader,
  TeleporterList: teleporterListReader,
  BlockchainId: blockchainIdReader,
  BlockchainIdOfChain: () => ({}),
  Webhook: webhookReader,
  WebhookRequest: () => ({}),
  WebhookCount: () => ({}),
  WatchedAddresses: watchedReader,
  Subscription: subscriptionReader,
  AddressShard: () => ({}),
  ShardVersions: () => ({}),
  WebhookSecret: secretReader,
  OwnSecret: ownSecretReader,
  Message: messageReader,
  OutboxEntry: () => ({}),
  ReplayEntry: () => ({}),
  ReplayCount: replayCountReader,
  PendingWebhook: () => ({}),
  PendingReplays: () => ({}),
  WebhookHealth: healthReader,
  BlockMessages: () => ({}),
  Revocation: () => ({}),
  HeldMessage: () => ({}),
  Operation: operationReader,
  RunningOperations: () => ({}),
  StartingOperation: () => ({}),
  PNetwork: networkReader,
  PBlock: pBlockReader,
  PTx: pTxReader,
  PTxOf: pTxOfReader,
  PUtxo: pUtxoReader,
  PUtxoOf: pUtxoOfReader,
  PSubnet: pSubnetReader,
  PBlockchain: pBlockchainReader,
  PValidator: pValidatorReader,
  PDelegator: pDelegatorReader,
  PStakeOf: pStakeOfReader,
  PReward: pRewardReader,
  PCycle: pCycleReader,
  PL1Validator: l1ValidatorReader,
  PL1Change: l1ChangeReader,
  NodeHead: nodeHeadReader,
  UsageHour: usageHourReader,
  UsageOwner: () => ({}),
  RequestLog: requestLogReader,
} satisfies Record<EntityName, (table: Table, now: Clock) => object>;

/** Readers of these entities. */
export type Readers<E extends EntityName> = { readonly [K in E]: ReturnType<(typeof readers)[K]> };
