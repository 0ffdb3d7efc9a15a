import type { Chain } from '../contract/config';
import type { AddressRow, BlockRow, DerivedBlock, TransactionRow } from '../domain/evm/derive';
import { encodeBlock, encodeChunk, encodeRow, encodeTx } from './codec';
import { type Item, sizeOf, UNIT } from './item';
import { key } from './key';
import { entities } from './schema';

type ChainRef = Pick<Chain, 'chainId' | 'network'>;
/** Bytes of a part of a transaction: under DynamoDB's limit of 400 KiB an item, keys in. */
const PART = 380_000;
/** What a balance may take in a chunk. Set aside always, so that keys do not depend on whether it was read. */
const BALANCE = 34;

/** The facts of a block: every item that belongs to it alone, under keys that a repeat makes again. */
export function itemsOf(derived: DerivedBlock, chain: ChainRef): Item[] {
  const { block, transactions, addresses } = derived;
  return [
    blockItem(block, chain),
    ...chunks(transactions, block, chain, 'ChainTx'),
    ...chunks(
      transactions.filter((t) => !t.succeeded),
      block,
      chain,
      'FailedTx',
    ),
    ...transactions.flatMap((transaction) => transactionItems(transaction, block, chain)),
    ...addresses.flatMap((address) => addressItems(address, block, chain)),
  ];
}

function blockItem(block: BlockRow, { chainId: chain, network }: ChainRef): Item {
  const { Block } = entities;
  return {
    pk: key(Block.pk, { chain }),
    sk: key(Block.sk, { block: block.number }),
    g1p: key(Block.gsi1[0], { chain, hash: block.hash }),
    g1s: Block.gsi1[1],
    g2p: key(Block.gsi2[0], { network }),
    g2s: key(Block.gsi2[1], { time: block.time, chain, block: block.number }),
    ...facts(block, encodeBlock(block)),
  };
}

function chunks(
  rows: readonly TransactionRow[],
  block: BlockRow,
  { chainId: chain, network }: ChainRef,
  entity: 'ChainTx' | 'FailedTx',
): Item[] {
  const { pk, sk, gsi2 } = entities[entity];
  return pack(
    rows.map((row) => ({ index: row.index, bytes: encodeRow(row) })),
    (row, packed) => ({
      pk: key(pk, { chain }),
      sk: key(sk, { block: block.number, row }),
      g2p: key(gsi2[0], { network }),
      g2s: key(gsi2[1], { time: block.time, chain, block: block.number, row }),
      ...facts(block, encodeChunk(packed, block)),
    }),
  );
}

function transactionItems(row: TransactionRow, block: BlockRow, { chainId: chain }: ChainRef): Item[] {
  const body = encodeTx(row, block);
  const parts = Math.ceil(body.length / PART);
  return Array.from({ length: parts }, (_, part) => ({
    pk: key(entities.Tx.pk, { chain, hash: row.hash }),
    sk: key(entities.Tx.sk, { part }),
    ...facts(block, body.subarray(part * PART, (part + 1) * PART)),
  }));
}

function addressItems({ address, transactions, balance }: AddressRow, block: BlockRow, chain: ChainRef): Item[] {
  const rows = transactions.map((row) => ({ index: row.index, bytes: encodeRow(row, address) }));
  const item = (row: number, packed: readonly Uint8Array[], held?: bigint): Item => ({
    pk: key(entities.AddressTx.pk, { chain: chain.chainId, address }),
    sk: key(entities.AddressTx.sk, { block: block.number, row }),
    ...facts(block, encodeChunk(packed, block, held)),
  });
  // The balance rides in every chunk: whichever is read first has it, and the bytes are free below a unit. The empty
  // item that room is measured by has none, for `BALANCE` is set aside whether or not there is one.
  return pack(rows, (row, packed) => item(row, packed, packed.length > 0 ? balance : undefined), BALANCE);
}

const facts = (block: BlockRow, d: Uint8Array) => ({ h: Buffer.from(block.hash.slice(2), 'hex'), t: block.time, d });

/** Cuts rows into items of at most one write unit. An item's key carries the index of its first row. */
function pack(
  rows: readonly { index: number; bytes: Uint8Array }[],
  item: (firstIndex: number, packed: readonly Uint8Array[]) => Item,
  reserved = 0,
): Item[] {
  const items: Item[] = [];
  const first = rows[0];
  if (!first) return items;
  const room = UNIT - reserved - sizeOf(item(first.index, []));
  let [from, size] = [0, 0];
  const close = (to: number) => {
    const opening = rows[from];
    if (opening)
      items.push(
        item(
          opening.index,
          rows.slice(from, to).map((row) => row.bytes),
        ),
      );
    [from, size] = [to, 0];
  };
  for (const [i, row] of rows.entries()) {
    if (i > from && size + row.bytes.length > room) close(i);
    size += row.bytes.length;
  }
  close(rows.length);
  return items;
}
