/** The single table. Attribute names are short, as they count towards every item's size and price. */
export const TABLE = {
  pk: 'pk',
  sk: 'sk',
  ttl: 'expiresAt',
  indexes: { gsi1: ['g1p', 'g1s'], gsi2: ['g2p', 'g2s'], gsi3: ['g3p', 'g3s'] },
} as const;
/** One of the table's indexes. */
export type IndexName = keyof typeof TABLE.indexes;

/**
 * The part of the service that writes an entity: `chain` follows any kind of chain, `evm` writes blocks and
 * transactions, `tokens` transfers and holdings, `traces` internal transactions, `teleporter` messages between chains,
 * `node-rpc` what nodes of P-chains said, `pchain` what is indexed of them, `operations` what goes on after an answer,
 * `usage` requests of callers.
 * Every function declares the owners that it writes for, and a law test enforces it.
 */
export type Owner =
  | 'chain'
  | 'evm'
  | 'tokens'
  | 'traces'
  | 'teleporter'
  | 'webhooks'
  | 'node-rpc'
  | 'pchain'
  | 'operations'
  | 'usage';

/** An entity without an owner does not compile. */
export interface EntitySpec extends Partial<Readonly<Record<IndexName, readonly [pk: string, sk: string]>>> {
  readonly owner: Owner;
  readonly pk: string;
  readonly sk: string;
  /** The most that an item has, where that is above `MAX_ROW_BYTES`. */
  readonly maxBytes?: number;
}

/** The most that an item has, where its entity does not say more. */
export const MAX_ROW_BYTES = 40_960;

/**
 * Every item in the table: its primary key, then its index keys. Numbers have fixed widths, so that keys sort like the
 * chain: {block:10} until block 9,999,999,999, {time:10} until the year 2286, {tx:5} up to 100,000 transactions a
 * block, {transfer:7} and {internalTx:7} up to 10,000,000 token transfers and internal transactions a block (one log
 * may hold thousands). `tx`, `transfer` and `internalTx` are positions in the block. Facts belong to one block and
 * carry its hash (`h`). Items that several blocks share: Cursor (fenced), AddressChain and the holdings (recomputed on
 * rollback), Token (belongs to no block), Nft (read again, or deleted with the block that it first appeared in),
 * BlockRecord (kept by rollback), TeleporterMessage with its entries of lists (recomputed from its events), BlockchainId
 * and BlockchainIdOfChain (belong to no block). P-chains never roll back: theirs change with each block that touches
 * them.
 */
export const entities = {
  /**
   * How far a chain is indexed, what is pending, who holds the lease; also the trace cursor, the backfill jobs, and the
   * final blocks of which the node did not give all. `cursor` says which of them.
   */
  Cursor: { owner: 'chain', pk: 'cur#{chain}', sk: '{cursor}' },
  /** How often a block hash became canonical here. */
  BlockRecord: { owner: 'chain', pk: 'bi#{chain}#{hash}', sk: 'r' },
  Block: {
    owner: 'evm',
    pk: 'h#{chain}',
    sk: '{block:10}',
    gsi1: ['bh#{chain}#{hash}', 'h'],
    gsi2: ['ab#{network}', '{time:10}#{chain}#{block:10}'],
  },
  /** A chain's transactions, several to an item. */
  ChainTx: {
    owner: 'evm',
    pk: 'l#{chain}',
    sk: '{block:10}#{tx:5}',
    gsi2: ['at#{network}', '{time:10}#{chain}#{block:10}#{tx:5}'],
  },
  /** Failed transactions again: the key behind status=failed. */
  FailedTx: {
    owner: 'evm',
    pk: 'f#{chain}',
    sk: '{block:10}#{tx:5}',
    gsi2: ['af#{network}', '{time:10}#{chain}#{block:10}#{tx:5}'],
  },
  /** A whole transaction with its transfers, in several parts if it exceeds the size of an item. */
  Tx: { owner: 'evm', pk: 'x#{chain}#{hash}', sk: 't#{part:2}', maxBytes: 400_000 },
  /** Its internal transactions, which are written later: one Query reads both. */
  TxInternal: { owner: 'traces', pk: 'x#{chain}#{hash}', sk: 'i#{part:2}', maxBytes: 400_000 },
  /** The message between chains that it has to do with: one Query reads this too. */
  TxMessage: { owner: 'teleporter', pk: 'x#{chain}#{hash}', sk: 'm' },
  /** An address's native transactions, several to an item, with its balance after the block. */
  AddressTx: { owner: 'evm', pk: 'a#{chain}#{address}', sk: 'n#{block:10}#{tx:5}' },
  /**
   * An address's token transfers of one kind, several to an item. Each kind has its own prefix, so that every list is
   * exact.
   */
  AddressErc20: { owner: 'tokens', pk: 'a#{chain}#{address}', sk: '2#{block:10}#{tx:5}#{transfer:7}' },
  AddressErc721: { owner: 'tokens', pk: 'a#{chain}#{address}', sk: '7#{block:10}#{tx:5}#{transfer:7}' },
  AddressErc1155: { owner: 'tokens', pk: 'a#{chain}#{address}', sk: '8#{block:10}#{tx:5}#{transfer:7}' },
  /** An address's internal transactions, several to an item. Written behind the head. */
  AddressInternal: { owner: 'traces', pk: 'a#{chain}#{address}', sk: 'i#{block:10}#{tx:5}#{internalTx:7}' },
  /** A contract that an address deployed. */
  AddressDeployment: { owner: 'evm', pk: 'a#{chain}#{address}', sk: 'd#{block:10}#{tx:5}#{contract}' },
  /** Activity marker: an address was active on a chain, in one kind of list; holds one block that shows it. */
  AddressChain: { owner: 'evm', pk: 'ac#{address}', sk: '{chain}#{kind}' },
  /** A token's transfers, several to an item. */
  TokenTransfer: { owner: 'tokens', pk: 'k#{chain}#{token}', sk: '{block:10}#{transfer:7}' },
  /**
   * Where a contract was created. Like the token's record, it is under the token's key and sorts after all of its
   * blocks.
   */
  Deployment: { owner: 'evm', pk: 'k#{chain}#{token}', sk: '~d#{block:10}' },
  /** Metadata that a contract reports, and its reputation. Read off the hot path. */
  Token: { owner: 'tokens', pk: 'k#{chain}#{token}', sk: '~m' },
  /**
   * A chain's tokens whose balances change without a transfer, and those of which that is still to be confirmed: what
   * one reconciliation leaves to the next.
   */
  Drift: { owner: 'tokens', pk: 'dr#{chain}', sk: 'd' },
  /** One token of a collection with its metadata. `id`: 64 hexadecimal digits, so that ids sort by number. */
  Nft: { owner: 'tokens', pk: 'nft#{chain}#{token}', sk: '{id}' },
  /** How much an address holds of a token. gsi3 finds unread holdings. */
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
  /** An event of a message between chains, of either chain. A message's events are read together. `log`: in the block. */
  TeleporterEvent: { owner: 'teleporter', pk: 'tm#{messageId}', sk: 'e#{chain}#{block:10}#{log:7}', maxBytes: 120_000 },
  /** A message between chains, joined from its events. Changes in one transaction with its entries of lists. */
  TeleporterMessage: { owner: 'teleporter', pk: 'tm#{messageId}', sk: 'm', maxBytes: 120_000 },
  /** An entry of a list of messages: all of a network, or those from or to an address or a blockchain, which is `of`. */
  TeleporterList: { owner: 'teleporter', pk: 'tl#{list}#{of}', sk: '{time:10}#{messageId}' },
  /** The EVM chain that a blockchain id stands for, as the chain's node told it. */
  BlockchainId: { owner: 'teleporter', pk: 'bc#{blockchainId}', sk: 'c' },
  /** The blockchain id of an EVM chain, as its node answered: for processes whose node refuses the call. */
  BlockchainIdOfChain: { owner: 'teleporter', pk: 'bo#{chain}', sk: 'b' },
  /**
   * A registered webhook, under its owner, so that nobody finds another owner's. `id` starts with the time of creation.
   */
  Webhook: { owner: 'webhooks', pk: 'w#{owner}', sk: '{id}' },
  /** The webhook of an idempotency key: created with it, or about to be. `digest` is the key's, which is an owner's own. */
  WebhookRequest: { owner: 'webhooks', pk: 'wi#{owner}', sk: '{digest}' },
  /** How many of an owner's webhooks count towards its plan. Changes in one transaction with the webhook. */
  WebhookCount: { owner: 'webhooks', pk: 'wn#{owner}', sk: 'n' },
  /** The addresses that a webhook watches, in one set. */
  WatchedAddresses: { owner: 'webhooks', pk: 'wa#{webhook}', sk: 's', maxBytes: 230_000 },
  /** The webhooks that watch an address: what the matcher reads of an address that a block touched. */
  Subscription: { owner: 'webhooks', pk: 'ws#{chain}#{address}', sk: '{webhook}' },
  /** Every watched address of a chain, in shards, so that a block is matched without a read per address. */
  AddressShard: { owner: 'webhooks', pk: 'wc#{chain}', sk: 's{shard:3}', maxBytes: 310_000 },
  /** How often each shard changed: one read shows the matcher which shards to read again. */
  ShardVersions: { owner: 'webhooks', pk: 'wc#{chain}', sk: 'v' },
  /** The secret that an owner's messages are signed with. Read only by the sender and the endpoints of secrets. */
  WebhookSecret: { owner: 'webhooks', pk: 'wk#{owner}', sk: 's' },
  /** The secret of one webhook, which signs its messages instead of the owner's. Beside that one: the sender reads both. */
  OwnSecret: { owner: 'webhooks', pk: 'wk#{owner}', sk: 'w#{webhook}' },
  /**
   * A message to a webhook, with its attempts; `tx` is its transaction's position. gsi1 finds those that failed, and
   * those that were revoked.
   */
  Message: {
    owner: 'webhooks',
    pk: 'wm#{webhook}',
    sk: '{block:10}#{tx:5}#{digest}',
    gsi1: ['wt#{webhook}#{status}', '{block:10}#{tx:5}#{digest}'],
  },
  /** A message that is to be sent, from its creation until its end: one entry, in the order of when they are due. */
  OutboxEntry: { owner: 'webhooks', pk: 'wq#{webhook}', sk: '{due:13}#{block:10}#{tx:5}#{digest}' },
  /**
   * A message that is to be sent again because somebody asked for it: one entry, however often. `due` is when the
   * message was created, so that a removal follows its original.
   */
  ReplayEntry: { owner: 'webhooks', pk: 'wq#{webhook}', sk: 'r#{block:10}#{tx:5}#{due:13}#{digest}' },
  /** How many messages an owner's replays queued on a day. Changes in one transaction with the entries. */
  ReplayCount: { owner: 'webhooks', pk: 'wr#{owner}', sk: '{day:5}' },
  /** A webhook whose outbox has entries, and when it is to be looked at should nobody have done so. */
  PendingWebhook: { owner: 'webhooks', pk: 'wd#{shard}', sk: '{webhook}' },
  /** A webhook whose outbox has replays. */
  PendingReplays: { owner: 'webhooks', pk: 'wd#{shard}', sk: 'r#{webhook}' },
  /** A receiver's health, and who is sending to it now, with the messages that may be in flight. */
  WebhookHealth: { owner: 'webhooks', pk: 'wf#{webhook}', sk: 'h' },
  /**
   * The messages that a block led to, read by revocations. Kept by rollback, as the messages were sent to third
   * parties.
   */
  BlockMessages: {
    owner: 'webhooks',
    pk: 'wb#{chain}#{hash}',
    sk: 'm{incarnation:6}#{pass}#{part:3}',
    maxBytes: 200_000,
  },
  /** A block ceased to be canonical: messages of it that are made later are not sent. */
  Revocation: { owner: 'webhooks', pk: 'wb#{chain}#{hash}', sk: 'x{incarnation:6}' },
  /** A message that waits for confirmations, under the block that releases it. */
  HeldMessage: { owner: 'webhooks', pk: 'wh#{chain}', sk: '{block:10}#{webhook}#{tx:5}#{digest}' },
  /** An operation, under its owner, so that nobody finds another owner's. gsi1 lists them by the time of their creation. */
  Operation: {
    owner: 'operations',
    pk: 'op#{owner}',
    sk: '{operationId}',
    gsi1: ['oc#{owner}', '{created:13}#{operationId}'],
  },
  /** Which of an owner's operations run. Changes in one transaction with them. */
  RunningOperations: { owner: 'operations', pk: 'or#{owner}', sk: 'r' },
  /** An operation that may not have been started yet: created with it, deleted by the sweep, which starts it once more. */
  StartingOperation: { owner: 'operations', pk: 'os#{shard}', sk: '{created:13}#{operationId}' },
  /** What is particular to a network: its ids, its genesis, and whether its state is that of the node. */
  PNetwork: { owner: 'pchain', pk: 'pm#{network}', sk: '{kind}' },
  /** A block of a P-chain. gsi2 finds the blocks of a time, gsi3 lists those that a node proposed. */
  PBlock: {
    owner: 'pchain',
    maxBytes: 140_000,
    pk: 'pb#{network}',
    sk: '{block:10}',
    gsi1: ['ph#{network}#{hash}', 'h'],
    gsi2: ['pd#{network}', '{time:10}#{block:10}'],
    gsi3: ['qp#{network}#{node}', '{block:10}'],
  },
  /** A transaction: its bytes, and what its block adds to them. gsi1 is the list of all, gsi2 that of its type. */
  PTx: {
    owner: 'pchain',
    maxBytes: 200_000,
    pk: 'px#{network}#{hash}',
    sk: 't',
    gsi1: ['pl#{network}', '{block:10}#{tx:5}'],
    gsi2: ['py#{network}#{type}', '{block:10}#{tx:5}'],
  },
  /** A transaction of an address or of an L1 validator, by its id: `of` is 20 or 32 bytes in hexadecimal digits. */
  PTxOf: { owner: 'pchain', pk: 'pt#{network}#{of}', sk: '{block:10}#{tx:5}' },
  /** An output of a transaction, with what spent it. */
  PUtxo: { owner: 'pchain', pk: 'pu#{network}#{hash}', sk: '{output:10}', maxBytes: 200_000 },
  /**
   * The same of each of its owners, by when it came to be. gsi1 has those that are not spent, gsi2 is by amount, 20 digits.
   * `tx`: the first 16 digits of the transaction's id.
   */
  PUtxoOf: {
    owner: 'pchain',
    pk: 'po#{network}#{address}',
    sk: '{block:10}#{tx}#{output:10}',
    gsi1: ['pq#{network}#{address}', '{block:10}#{tx}#{output:10}'],
    gsi2: ['pr#{network}#{address}', '{amount}#{block:10}#{tx}#{output:10}'],
  },
  /** A subnet. In gsi1 its blockchains follow it, so that one Query lists both. */
  PSubnet: {
    owner: 'pchain',
    maxBytes: 200_000,
    pk: 'ps#{network}#{subnet}',
    sk: 's',
    gsi1: ['pz#{network}', '{block:10}#{tx:5}'],
  },
  /** A blockchain of a subnet, under it. gsi2 is the list of all, gsi3 finds it by its id. */
  PBlockchain: {
    owner: 'pchain',
    pk: 'ps#{network}#{subnet}',
    sk: '{block:10}#{tx:5}',
    gsi1: ['pz#{network}', '{subnetBlock:10}#{subnetTx:5}#{block:10}#{tx:5}'],
    gsi2: ['pc#{network}', '{block:10}#{tx:5}'],
    gsi3: ['pi#{network}#{blockchainId}', 'c'],
  },
  /**
   * A stake of a validator, of any network, under its node. gsi1 lists those of a status, gsi2 all, gsi3 the ones of the
   * primary network that have not ended.
   */
  PValidator: {
    owner: 'pchain',
    maxBytes: 200_000,
    pk: 'pn#{network}#{node}',
    sk: '{block:10}#{tx:5}',
    gsi1: ['pv#{network}#{status}', '{block:10}#{tx:5}'],
    gsi2: ['qv#{network}', '{block:10}#{tx:5}'],
    gsi3: ['qs#{network}', '{block:10}#{tx:5}'],
  },
  /** A stake of a delegator of the primary network, under its node. Its indexes are those of validators. */
  PDelegator: {
    owner: 'pchain',
    maxBytes: 200_000,
    pk: 'pg#{network}#{node}',
    sk: '{block:10}#{tx:5}',
    gsi1: ['pj#{network}#{status}', '{block:10}#{tx:5}'],
    gsi2: ['qd#{network}', '{block:10}#{tx:5}'],
    gsi3: ['qt#{network}', '{block:10}#{tx:5}'],
  },
  /**
   * A stake of the primary network of whom it is to reward, or who owns it, or of its node (`n` and digits). gsi1 has those
   * that have not ended. `reward`: 0 for the stake, 1 for what others delegate to it, 2 none.
   */
  PStakeOf: {
    owner: 'pchain',
    pk: 'pk#{network}#{of}',
    sk: '{block:10}#{tx:5}#{reward}',
    gsi1: ['pp#{network}#{of}', '{block:10}#{tx:5}#{reward}'],
  },
  /** A reward that an address was paid, by the block that paid it. gsi1 lists those of a node's stakes. */
  PReward: {
    owner: 'pchain',
    pk: 'qa#{network}#{address}',
    sk: '{block:10}#{output:10}',
    gsi1: ['qn#{network}#{node}', '{block:10}#{output:10}'],
  },
  /** A cycle of a validator that renews itself (ACP-236), by the block that ended it. */
  PCycle: { owner: 'pchain', pk: 'qc#{network}#{node}', sk: '{block:10}' },
  /** A validator of an L1. gsi1 lists the active or the inactive ones, gsi2 those of a subnet, gsi3 those of a node. */
  PL1Validator: {
    owner: 'pchain',
    maxBytes: 200_000,
    pk: 'pw#{network}#{validationId}',
    sk: 'v',
    gsi1: ['pa#{network}#{state}', '{block:10}#{tx:5}#{index:5}'],
    gsi2: ['pe#{network}#{subnet}', '{block:10}#{tx:5}#{index:5}'],
    gsi3: ['pf#{network}#{node}', '{block:10}#{tx:5}#{index:5}'],
  },
  /** An L1 validator as a block left it that changed it: what it was at any time, also once it is removed. */
  PL1Change: { owner: 'pchain', pk: 'qb#{network}#{validationId}', sk: '{block:10}' },
  /** What the node of a P-chain said last, and who asks it now: all functions ask it once together. */
  NodeHead: { owner: 'node-rpc', pk: 'nh#{network}', sk: 'h' },
  /** An owner's requests of an hour (since 1970) with one key, for one chain: counts by endpoint, status and response time. */
  UsageHour: { owner: 'usage', pk: 'uh#{owner}', sk: '{hour:7}#{key}#{chain}', maxBytes: 120_000 },
  /** An owner that has counts of a day (since 1970): the operator lists all owners. */
  UsageOwner: { owner: 'usage', pk: 'uo#{day:5}', sk: '{owner}' },
  /**
   * An owner's requests one by one, several to an item. `time` is that of the first one; `row` counts those of an object of
   * the access log.
   */
  RequestLog: { owner: 'usage', pk: 'ul#{owner}', sk: '{time:13}#{object}#{row:6}' },
} as const satisfies Readonly<Record<string, EntitySpec>>;

/** Entities that share a partition key, as one Query serves several of them. Granting one grants all. */
export const SHARED_KEYS: readonly (readonly EntityName[])[] = [
  ['AddressTx', 'AddressErc20', 'AddressErc721', 'AddressErc1155', 'AddressInternal', 'AddressDeployment'],
  ['Tx', 'TxInternal', 'TxMessage'],
  ['TokenTransfer', 'Deployment', 'Token'],
  ['PSubnet', 'PBlockchain'],
  ['Erc20Holding', 'Erc721Holding', 'Erc1155Holding'],
  ['TeleporterEvent', 'TeleporterMessage'],
  ['AddressShard', 'ShardVersions'],
  ['BlockMessages', 'Revocation'],
  ['WebhookSecret', 'OwnSecret'],
  ['OutboxEntry', 'ReplayEntry'],
  ['PendingWebhook', 'PendingReplays'],
];

/** One of the table's entities: what endpoints and functions declare to read and write. */
export type EntityName = keyof typeof entities;
