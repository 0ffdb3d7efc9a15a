/** The single table. Short attribute names: they count in every item's size, and so in its price. */
export const TABLE = {
  pk: 'pk',
  sk: 'sk',
  ttl: 'expiresAt',
  indexes: { gsi1: ['g1p', 'g1s'], gsi2: ['g2p', 'g2s'], gsi3: ['g3p', 'g3s'] },
} as const;
/** One of the table's indexes. */
export type IndexName = keyof typeof TABLE.indexes;

/**
 * Every item in the table: where it lives, then how else it is found. Numbers carry their widths, so that the order of
 * keys is the order of the chain: {block:10} until block 9,999,999,999, {time:10} until the year 2286, {row:5} up to
 * 100,000 transactions a block. `row` is the transaction's place in its block.
 *
 * Facts belong to one block and carry its hash (`h`): Block, ChainTx, FailedTx, Tx, AddressTx. Several blocks share:
 * Cursor (fenced), AddressChain (recomputed on rollback), BlockRecord (left by rollback).
 */
export const entities = {
  /** How far a chain is indexed, what is pending, who holds the lease. */
  Cursor: { pk: 'cur#{chain}', sk: '{lane}' },
  /** How often a block hash became canonical here. */
  BlockRecord: { pk: 'bi#{chain}#{hash}', sk: 'r' },
  Block: {
    pk: 'h#{chain}',
    sk: '{block:10}',
    gsi1: ['bh#{chain}#{hash}', 'h'],
    gsi2: ['ab#{network}', '{time:10}#{chain}#{block:10}'],
  },
  /** A chain's transactions, several to an item. */
  ChainTx: {
    pk: 'l#{chain}',
    sk: '{block:10}#{row:5}',
    gsi2: ['at#{network}', '{time:10}#{chain}#{block:10}#{row:5}'],
  },
  /** The failed ones again: the key that answers status=failed. */
  FailedTx: {
    pk: 'f#{chain}',
    sk: '{block:10}#{row:5}',
    gsi2: ['af#{network}', '{time:10}#{chain}#{block:10}#{row:5}'],
  },
  /** A whole transaction; one that is larger than an item may be stands in several parts. */
  Tx: { pk: 'x#{chain}#{hash}', sk: 't#{part:2}' },
  /** An address's native transactions, several to an item, with its balance after the block. */
  AddressTx: { pk: 'a#{chain}#{address}', sk: 'n#{block:10}#{row:5}' },
  /** An address was active on a chain: one witness block. */
  AddressChain: { pk: 'ac#{address}', sk: '{chain}' },
} as const;

/** One of the table's entities: what endpoints declare to read. */
export type EntityName = keyof typeof entities;
