import type { RowFamily } from '../domain/copies';

/** Short attribute names: they count towards each item's size and cost. */
export const TABLE = {
  pk: 'pk',
  sk: 'sk',
  ttl: 'expiresAt',
  indexes: { gsi1: ['g1p', 'g1s'], gsi2: ['g2p', 'g2s'], gsi3: ['g3p', 'g3s'] },
} as const;
export type IndexName = keyof typeof TABLE.indexes;

/**
 * The part of the service that writes an entity: `chain` follows any chain, `evm` has blocks and transactions, `tokens`
 * transfers and holdings, `node-rpc` cached answers of P-Chain nodes, `operations` asynchronous work. Each function
 * declares its owners; a law test enforces it.
 */
export type Owner =
  | 'chain'
  | 'evm'
  | 'tokens'
  | 'metrics'
  | 'traces'
  | 'teleporter'
  | 'webhooks'
  | 'node-rpc'
  | 'pchain'
  | 'operations'
  | 'etherscan'
  | 'usage';

export interface EntitySpec extends Partial<Readonly<Record<IndexName, readonly [pk: string, sk: string]>>> {
  readonly owner: Owner;
  readonly pk: string;
  readonly sk: string;
  /** Bytes, if above `MAX_ROW_BYTES`. */
  readonly maxBytes?: number;
  /** Of rows with two copies: see `copies.ts`. `{chain}` is then the first placeholder of a key. */
  readonly family?: RowFamily;
}

/** Of an item, unless the entity declares more. */
export const MAX_ROW_BYTES = 40_960;

/**
 * Numbers have fixed widths so that keys sort like the chain: {time:10} lasts until 2286, {tx:5} for 100,000
 * transactions per block, {transfer:7} and {internalTx:7} for 10,000,000. `tx`, `transfer` and `internalTx` are
 * positions in the block. Facts belong to one block and carry its hash (`h`). Items shared by blocks: Cursor (fenced),
 * AddressChain and holdings (recomputed on rollback), Token, BlockchainId and BlockchainIdOfChain (belong to no block),
 * Nft (read again, or deleted with its first block), BlockRecord (kept by rollback), TeleporterMessage with its list
 * entries (recomputed from its events). P-Chains never roll back: their shared items change with each block that
 * touches them.
 */
export const entities = {
  // A chain's position, pending work and lease; also the trace cursor, the backfill jobs, and final blocks that the
  // node returned incompletely.
  Cursor: { owner: 'chain', pk: 'cur#{chain}', sk: '{cursor}' },
  /** How often a block hash became canonical in this index. */
  BlockRecord: { owner: 'chain', pk: 'bi#{chain}#{hash}', sk: 'r' },
  Block: {
    owner: 'evm',
    family: 'transactions',
    pk: 'h#{chain}',
    sk: '{block:10}',
    gsi1: ['bh#{chain}#{hash}', 'h'],
    gsi2: ['ab#{network}', '{time:10}#{chain}#{block:10}'],
  },
  /** Several per item. */
  ChainTx: {
    owner: 'evm',
    family: 'transactions',
    pk: 'l#{chain}',
    sk: '{block:10}#{tx:5}',
    gsi2: ['at#{network}', '{time:10}#{chain}#{block:10}#{tx:5}'],
  },
  /** Failed transactions once more, for status=failed. */
  FailedTx: {
    owner: 'evm',
    family: 'transactions',
    pk: 'f#{chain}',
    sk: '{block:10}#{tx:5}',
    gsi2: ['af#{network}', '{time:10}#{chain}#{block:10}#{tx:5}'],
  },
  /** A whole transaction with its transfers, in several parts above the maximum item size. */
  Tx: { owner: 'evm', family: 'tokens', pk: 'x#{chain}#{hash}', sk: 't#{part:2}', maxBytes: 400_000 },
  /** Written later than `Tx`: one Query reads both. */
  TxInternal: { owner: 'traces', family: 'traces', pk: 'x#{chain}#{hash}', sk: 'i#{part:2}', maxBytes: 400_000 },
  /** Cross-chain message: the same Query reads this too. */
  TxMessage: { owner: 'teleporter', family: 'teleporter', pk: 'x#{chain}#{hash}', sk: 'm' },
  /** Native transactions, several per item, with the balance after the block. */
  AddressTx: { owner: 'evm', family: 'transactions', pk: 'a#{chain}#{address}', sk: 'n#{block:10}#{tx:5}' },
  /** Token transfers of one kind, several per item. Each kind has its own prefix, so that every list is exact. */
  AddressErc20: {
    owner: 'tokens',
    family: 'tokens',
    pk: 'a#{chain}#{address}',
    sk: '2#{block:10}#{tx:5}#{transfer:7}',
  },
  AddressErc721: {
    owner: 'tokens',
    family: 'tokens',
    pk: 'a#{chain}#{address}',
    sk: '7#{block:10}#{tx:5}#{transfer:7}',
  },
  AddressErc1155: {
    owner: 'tokens',
    family: 'tokens',
    pk: 'a#{chain}#{address}',
    sk: '8#{block:10}#{tx:5}#{transfer:7}',
  },
  /** Several per item. Written behind the head. */
  AddressInternal: {
    owner: 'traces',
    family: 'traces',
    pk: 'a#{chain}#{address}',
    sk: 'i#{block:10}#{tx:5}#{internalTx:7}',
  },
  AddressDeployment: {
    owner: 'evm',
    family: 'traces',
    pk: 'a#{chain}#{address}',
    sk: 'd#{block:10}#{tx:5}#{contract}',
  },
  /** The address was active on a chain, in one kind of list; holds one block as evidence. */
  AddressChain: { owner: 'evm', pk: 'ac#{address}', sk: '{chain}#{kind}' },
  /** Several per item. */
  TokenTransfer: { owner: 'tokens', family: 'tokens', pk: 'k#{chain}#{token}', sk: '{block:10}#{transfer:7}' },
  /** A contract's creation. Like `Token`, under the token's key and after all of its blocks. */
  Deployment: { owner: 'evm', family: 'traces', pk: 'k#{chain}#{token}', sk: '~d#{block:10}' },
  /** Metadata that a contract reports, and its reputation. Read off the hot path. */
  Token: { owner: 'tokens', pk: 'k#{chain}#{token}', sk: '~m' },
  /** Tokens with balances that change without transfers: state that one reconciliation passes to the next. */
  Drift: { owner: 'tokens', pk: 'dr#{chain}', sk: 'd' },
  /** `id`: 64 hex digits, so that ids sort by number. */
  Nft: { owner: 'tokens', pk: 'nft#{chain}#{token}', sk: '{id}' },
  /** gsi3 finds unread holdings. */
  Erc20Holding: {
    owner: 'tokens',
    pk: 'b#{chain}#{address}',
    sk: '2#{token}',
    gsi3: ['s#{chain}', '2#{token}#{address}'],
  },
  Erc721Holding: {
    owner: 'tokens',
    pk: 'b#{chain}#{address}',
    sk: '7#{token}#{id}',
    gsi3: ['s#{chain}', '7#{token}#{address}#{id}'],
  },
  Erc1155Holding: {
    owner: 'tokens',
    pk: 'b#{chain}#{address}',
    sk: '8#{token}#{id}',
    gsi3: ['s#{chain}', '8#{token}#{address}#{id}'],
  },
  /** On either chain. A message's events are read together. `log`: position in the block. */
  TeleporterEvent: {
    owner: 'teleporter',
    family: 'teleporter',
    pk: 'tm#{messageId}',
    sk: 'e#{chain}#{block:10}#{log:7}',
    maxBytes: 120_000,
  },
  /** Joined from its events. Changes in one transaction with its list entries. */
  TeleporterMessage: { owner: 'teleporter', pk: 'tm#{messageId}', sk: 'm', maxBytes: 120_000 },
  /** All of a network, or by sender, recipient or blockchain, given by `of`. */
  TeleporterList: { owner: 'teleporter', pk: 'tl#{list}#{of}', sk: '{time:10}#{messageId}' },
  BlockchainId: { owner: 'teleporter', pk: 'bc#{blockchainId}', sk: 'c' },
  /** For processes with a node that rejects the call. */
  BlockchainIdOfChain: { owner: 'teleporter', pk: 'bo#{chain}', sk: 'b' },
  // Of a chain in one hour, day, week or month, once its blocks are final. `time`: its start. Also where counting stands,
  // with its recent parts.
  MetricsRow: { owner: 'metrics', pk: 'mt#{chain}#{interval}', sk: '{time:10}', maxBytes: 200_000 },
  /** Under its owner, so that other owners cannot find it. `id` starts with the creation time. */
  Webhook: { owner: 'webhooks', pk: 'w#{owner}', sk: '{id}' },
  /** Created, or about to be. `digest`: hash of the idempotency key, which is scoped to the owner. */
  WebhookRequest: { owner: 'webhooks', pk: 'wi#{owner}', sk: '{digest}' },
  /** Webhooks that count towards the plan. Changes in one transaction with the webhook. */
  WebhookCount: { owner: 'webhooks', pk: 'wn#{owner}', sk: 'n' },
  WatchedAddresses: { owner: 'webhooks', pk: 'wa#{webhook}', sk: 's', maxBytes: 230_000 },
  /** Read by the matcher for each watched address that a block touches. */
  Subscription: { owner: 'webhooks', pk: 'ws#{chain}#{address}', sk: '{webhook}' },
  /** All watched addresses of a chain, in shards, so that a block is matched without a read per address. */
  AddressShard: { owner: 'webhooks', pk: 'wc#{chain}', sk: 's{shard:3}', maxBytes: 310_000 },
  /** One read shows the matcher which shards to reload. */
  ShardVersions: { owner: 'webhooks', pk: 'wc#{chain}', sk: 'v' },
  /** Signs an owner's messages. Read only by the sender and the endpoints of secrets. */
  WebhookSecret: { owner: 'webhooks', pk: 'wk#{owner}', sk: 's' },
  /** Used instead of the owner's. Beside that one: the sender reads both. */
  OwnSecret: { owner: 'webhooks', pk: 'wk#{owner}', sk: 'w#{webhook}' },
  /** With its attempts. `tx`: position of its transaction. gsi1 finds failed and revoked ones. */
  Message: {
    owner: 'webhooks',
    pk: 'wm#{webhook}',
    sk: '{block:10}#{tx:5}#{digest}',
    gsi1: ['wt#{webhook}#{status}', '{block:10}#{tx:5}#{digest}'],
  },
  /** A message to send, from creation until it is done: one entry, ordered by due time. */
  OutboxEntry: { owner: 'webhooks', pk: 'wq#{webhook}', sk: '{due:13}#{block:10}#{tx:5}#{digest}' },
  /** One entry, however often requested. `due`: creation of the message, so that a removal follows its original. */
  ReplayEntry: { owner: 'webhooks', pk: 'wq#{webhook}', sk: 'r#{block:10}#{tx:5}#{due:13}#{digest}' },
  /** Messages queued by an owner's replays on a day. Changes in one transaction with the entries. */
  ReplayCount: { owner: 'webhooks', pk: 'wr#{owner}', sk: '{day:5}' },
  /** A webhook with outbox entries, and when to check it next if no sender has done so. */
  PendingWebhook: { owner: 'webhooks', pk: 'wd#{shard}', sk: '{webhook}' },
  PendingReplays: { owner: 'webhooks', pk: 'wd#{shard}', sk: 'r#{webhook}' },
  /** And the current sender, with the messages that may be in flight. */
  WebhookHealth: { owner: 'webhooks', pk: 'wf#{webhook}', sk: 'h' },
  /** Up to where an ordered webhook's feed was sent; written now and then, as the messages have their own status. */
  SentUpTo: { owner: 'webhooks', pk: 'wf#{webhook}', sk: 's' },
  /** Read by revocations. Kept by rollback, as the messages were sent to third parties. */
  BlockMessages: {
    owner: 'webhooks',
    pk: 'wb#{chain}#{hash}',
    sk: 'm{incarnation:6}#{pass}#{part:3}',
    maxBytes: 200_000,
  },
  /** A block is no longer canonical: messages created from it later are not sent. */
  Revocation: { owner: 'webhooks', pk: 'wb#{chain}#{hash}', sk: 'x{incarnation:6}' },
  /** Waits for confirmations, under the block that releases it. */
  HeldMessage: { owner: 'webhooks', pk: 'wh#{chain}', sk: '{block:10}#{webhook}#{tx:5}#{digest}' },
  /** Who creates the messages that waited for the block's traces: their pass, or the timeout. */
  TracesClaim: { owner: 'webhooks', pk: 'wb#{chain}#{hash}', sk: 't{incarnation:6}' },
  /** The messages of a webhook from one block event, or their removals, ordered by the event's serial. */
  FeedEntry: { owner: 'webhooks', pk: 'we#{owner}#{webhook}', sk: '{serial:12}#{rank:9}#{part}' },
  /** The block event up to which all are matched: feeds end there. */
  FeedProgress: { owner: 'webhooks', maxBytes: 40_000, pk: 'wp#{chain}', sk: 'p' },
  /** Counts of the feed entries between two places, by day, and of their messages by status. `from` is not included. */
  CountedWindow: { owner: 'webhooks', pk: 'wu#{owner}#{webhook}', sk: '{serial:12}#{rank:9}' },
  /** A webhook with messages of the last weeks, found by the audit. */
  AuditedWebhook: { owner: 'webhooks', pk: 'wv#{shard}', sk: '{owner}#{webhook}' },
  /** Under its owner, so that other owners cannot find it. gsi1 lists them by creation time. */
  Operation: {
    owner: 'operations',
    pk: 'op#{owner}',
    sk: '{operationId}',
    gsi1: ['oc#{owner}', '{created:13}#{operationId}'],
  },
  /** Changes in one transaction with the operations. */
  RunningOperations: { owner: 'operations', pk: 'or#{owner}', sk: 'r' },
  /** May not have started yet: created with the operation, deleted by the sweep, which starts it once more. */
  StartingOperation: { owner: 'operations', pk: 'os#{shard}', sk: '{created:13}#{operationId}' },
  /** Ids and genesis, and whether the replayed state matches the node's. */
  PNetwork: { owner: 'pchain', pk: 'pm#{network}', sk: '{kind}', maxBytes: 200_000 },
  /** gsi2 finds blocks by time, gsi3 by proposing node. */
  PBlock: {
    owner: 'pchain',
    family: 'network',
    maxBytes: 140_000,
    pk: 'pb#{network}',
    sk: '{block:10}',
    gsi1: ['ph#{network}#{hash}', 'h'],
    gsi2: ['pd#{network}', '{time:10}#{block:10}'],
    gsi3: ['qp#{network}#{node}', '{block:10}'],
  },
  /** The transaction's bytes, and the data added by its block. gsi1 lists all transactions, gsi2 by type. */
  PTx: {
    owner: 'pchain',
    family: 'network',
    maxBytes: 200_000,
    pk: 'px#{network}#{hash}',
    sk: 't',
    gsi1: ['pl#{network}', '{block:10}#{tx:5}'],
    gsi2: ['py#{network}#{type}', '{block:10}#{tx:5}'],
  },
  /** By address or by L1 validator id. `of`: 20 or 32 bytes in hex. */
  PTxOf: { owner: 'pchain', family: 'network', pk: 'pt#{network}#{of}', sk: '{block:10}#{tx:5}' },
  /** With the transaction that spent it. */
  PUtxo: { owner: 'pchain', family: 'network', pk: 'pu#{network}#{hash}', sk: '{output:10}', maxBytes: 200_000 },
  /** By owner. gsi1 has the unspent ones, gsi2 orders by amount (20 digits). `tx`: first 16 digits of the id. */
  PUtxoOf: {
    owner: 'pchain',
    family: 'network',
    pk: 'po#{network}#{address}',
    sk: '{block:10}#{tx}#{output:10}',
    gsi1: ['pq#{network}#{address}', '{block:10}#{tx}#{output:10}'],
    gsi2: ['pr#{network}#{address}', '{amount}#{block:10}#{tx}#{output:10}'],
  },
  /** In gsi1 its blockchains follow it, so that one Query lists both. */
  PSubnet: {
    owner: 'pchain',
    family: 'network',
    maxBytes: 200_000,
    pk: 'ps#{network}#{subnet}',
    sk: 's',
    gsi1: ['pz#{network}', '{block:10}#{tx:5}'],
  },
  /** Under its subnet. gsi2 lists all, gsi3 finds it by id. */
  PBlockchain: {
    owner: 'pchain',
    family: 'network',
    pk: 'ps#{network}#{subnet}',
    sk: '{block:10}#{tx:5}',
    gsi1: ['pz#{network}', '{subnetBlock:10}#{subnetTx:5}#{block:10}#{tx:5}'],
    gsi2: ['pc#{network}', '{block:10}#{tx:5}'],
    gsi3: ['pi#{network}#{blockchainId}', 'c'],
  },
  /** A stake, in any subnet. gsi1 lists by status, gsi2 all, gsi3 the primary network's that have not ended. */
  PValidator: {
    owner: 'pchain',
    family: 'network',
    maxBytes: 200_000,
    pk: 'pn#{network}#{node}',
    sk: '{block:10}#{tx:5}',
    gsi1: ['pv#{network}#{status}', '{block:10}#{tx:5}'],
    gsi2: ['qv#{network}', '{block:10}#{tx:5}'],
    gsi3: ['qs#{network}', '{block:10}#{tx:5}'],
  },
  /** In the primary network. Indexes as for validators. */
  PDelegator: {
    owner: 'pchain',
    family: 'network',
    maxBytes: 200_000,
    pk: 'pg#{network}#{node}',
    sk: '{block:10}#{tx:5}',
    gsi1: ['pj#{network}#{status}', '{block:10}#{tx:5}'],
    gsi2: ['qd#{network}', '{block:10}#{tx:5}'],
    gsi3: ['qt#{network}', '{block:10}#{tx:5}'],
  },
  // By reward owner, stake owner, or node (`n` and digits). gsi1 has the ones that have not ended. `reward`: 0 for the
  // stake's own reward, 1 for delegation fees, 2 for neither.
  PStakeOf: {
    owner: 'pchain',
    family: 'network',
    pk: 'pk#{network}#{of}',
    sk: '{block:10}#{tx:5}#{reward}',
    gsi1: ['pp#{network}#{of}', '{block:10}#{tx:5}#{reward}'],
  },
  /** gsi1 lists the rewards of a node's stakes. */
  PReward: {
    owner: 'pchain',
    family: 'network',
    pk: 'qa#{network}#{address}',
    sk: '{block:10}#{output:10}',
    gsi1: ['qn#{network}#{node}', '{block:10}#{output:10}'],
  },
  /** Of an auto-renewed validator (ACP-236), by the block that ended it. */
  PCycle: { owner: 'pchain', family: 'network', pk: 'qc#{network}#{node}', sk: '{block:10}' },
  /** gsi1 lists by active or inactive state, gsi2 by subnet, gsi3 by node. */
  PL1Validator: {
    owner: 'pchain',
    family: 'network',
    maxBytes: 200_000,
    pk: 'pw#{network}#{validationId}',
    sk: 'v',
    gsi1: ['pa#{network}#{state}', '{block:10}#{tx:5}#{index:5}'],
    gsi2: ['pe#{network}#{subnet}', '{block:10}#{tx:5}#{index:5}'],
    gsi3: ['pf#{network}#{node}', '{block:10}#{tx:5}#{index:5}'],
  },
  /** After each block that changed the validator: its history, even once it is removed. */
  PL1Change: { owner: 'pchain', family: 'network', pk: 'qb#{network}#{validationId}', sk: '{block:10}' },
  /** At the end of a day. `of`: the whole network, a subnet, a node or an L1 validation. `time`: start of the day. */
  PStakingDay: { owner: 'pchain', family: 'network', pk: 'sd#{network}#{of}', sk: '{time:10}' },
  /** The last answer of a P-Chain node, and which function asks it now: all functions share one request. */
  NodeHead: { owner: 'node-rpc', pk: 'nh#{network}', sk: 'h' },
  /** Where the last pages of a numbered list start, for some minutes. `query`: digest of the caller and the parameters. */
  PageStart: { owner: 'etherscan', pk: 'es#{query}', sk: 'p' },
  /** `hour`: since 1970. Counts by endpoint, status and response time. */
  UsageHour: { owner: 'usage', pk: 'uh#{owner}', sk: '{hour:7}#{key}#{chain}', maxBytes: 120_000 },
  /** `day`: since 1970. Lets the operator list all owners. */
  UsageOwner: { owner: 'usage', pk: 'uo#{day:5}', sk: '{owner}' },
  /** Several requests per item. `time`: of the first one; `row`: its position in an object of the access log. */
  RequestLog: { owner: 'usage', pk: 'ul#{owner}', sk: '{time:13}#{object}#{row:6}' },
} as const satisfies Readonly<Record<string, EntitySpec>>;

/** Entities that share a partition key, so that one Query serves several. A grant on one covers all. */
export const SHARED_KEYS: readonly (readonly EntityName[])[] = [
  ['AddressTx', 'AddressErc20', 'AddressErc721', 'AddressErc1155', 'AddressInternal', 'AddressDeployment'],
  ['Tx', 'TxInternal', 'TxMessage'],
  ['TokenTransfer', 'Deployment', 'Token'],
  ['PSubnet', 'PBlockchain'],
  ['Erc20Holding', 'Erc721Holding', 'Erc1155Holding'],
  ['TeleporterEvent', 'TeleporterMessage'],
  ['AddressShard', 'ShardVersions'],
  ['BlockMessages', 'Revocation', 'TracesClaim'],
  ['WebhookSecret', 'OwnSecret'],
  ['OutboxEntry', 'ReplayEntry'],
  ['PendingWebhook', 'PendingReplays'],
  ['WebhookHealth', 'SentUpTo'],
];

export type EntityName = keyof typeof entities;
