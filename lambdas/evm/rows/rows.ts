import type { Chain } from '../../core/contract/config';
import { getSize, type Item, WRITE_UNIT_BYTES } from '../../core/table/item';
import { key } from '../../core/table/key';
import { entities } from '../../core/table/schema';
import type { AddressRow, BlockRow, DerivedBlock, TransactionRow } from '../domain/derive';
import type { TransferKind } from '../domain/transfers';
import { encodeBlock, encodeChunk, encodeRow } from './codec';
import { encodeHead, encodeTransfer, SAME_HEAD } from './transfer-codec';
import { encodeDeployment, encodeTx } from './tx-codec';

type ChainRef = Pick<Chain, 'chainId' | 'network'>;
export const PART_BYTES = 380_000; // below DynamoDB's 400 KiB item limit, with keys
/** Always reserved, so that keys do not depend on whether the balance was read. */
const BALANCE_BYTES = 34;

export function blockItems(derived: DerivedBlock, chain: ChainRef): Item[] {
  const { block, transactions, addresses } = derived;
  const failed = transactions.filter(({ status }) => status === 'failed');
  return [
    blockItem(block, chain),
    ...chunks(transactions, block, chain, 'ChainTx'),
    ...chunks(failed, block, chain, 'FailedTx'),
    ...transactionItems(derived, chain),
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
    rows.map((row) => plain(row.index, encodeRow(row))),
    (tx, packed) => ({
      pk: key(pk, { chain }),
      sk: key(sk, { block: block.number, tx }),
      g2p: key(gsi2[0], { network }),
      g2s: key(gsi2[1], { time: block.time, chain, block: block.number, tx }),
      ...facts(block, encodeChunk(packed, block)),
    }),
  );
}

function transactionItems({ transactions, transfers, block }: DerivedBlock, { chainId: chain }: ChainRef): Item[] {
  const moved = Map.groupBy(transfers, (transfer) => transfer.tx);
  return transactions.flatMap((row) => {
    const body = encodeTx(row, moved.get(row.index) ?? [], block);
    const parts = Math.ceil(body.length / PART_BYTES);
    return Array.from({ length: parts }, (_, part) => ({
      pk: key(entities.Tx.pk, { chain, hash: row.hash }),
      sk: key(entities.Tx.sk, { part }),
      ...facts(block, body.subarray(part * PART_BYTES, (part + 1) * PART_BYTES)),
    }));
  });
}

function addressItems({ address, transactions, balance }: AddressRow, block: BlockRow, chain: ChainRef): Item[] {
  const rows = transactions.map((row) => plain(row.index, encodeRow(row, address)));
  const item = (tx: number, packed: readonly Uint8Array[], held?: bigint): Item => ({
    pk: key(entities.AddressTx.pk, { chain: chain.chainId, address }),
    sk: key(entities.AddressTx.sk, { block: block.number, tx }),
    ...facts(block, encodeChunk(packed, block, held)),
  });
  // In every chunk: any can be read first, and it is free within a write unit. The empty item that
  // measures the space omits it, as it is reserved.
  return pack(rows, (tx, packed) => item(tx, packed, packed.length > 0 ? balance : undefined), BALANCE_BYTES);
}

export const ADDRESS_TRANSFERS = {
  erc20: entities.AddressErc20,
  erc721: entities.AddressErc721,
  erc1155: entities.AddressErc1155,
} as const satisfies Record<TransferKind, { pk: string; sk: string }>;

export function transferItems(
  { transactions, transfers, addresses, block }: DerivedBlock,
  { chainId: chain }: ChainRef,
): Item[] {
  const number = block.number;
  const own = addresses.flatMap(({ address, transactions: inList, transfers: moved }) => {
    const native = new Set(inList.map((row) => row.index));
    return [...Map.groupBy(moved, (transfer) => transfer.kind)].flatMap(([kind, rows]) => {
      const { pk, sk } = ADDRESS_TRANSFERS[kind];
      return pack(
        withHeads(
          rows,
          transactions,
          (row) => encodeTransfer(row, { self: address }),
          (tx) => !native.has(tx),
        ),
        (row, packed) => ({
          pk: key(pk, { chain, address }),
          sk: key(sk, { block: number, tx: transfers[row]?.tx ?? 0, transfer: row }),
          ...facts(block, encodeChunk(packed, block)),
        }),
      );
    });
  });
  const byToken = Map.groupBy(transfers, (transfer) => transfer.token);
  const { pk, sk } = entities.TokenTransfer;
  const ofTokens = [...byToken].flatMap(([token, rows]) =>
    pack(
      withHeads(
        rows,
        transactions,
        (row) => encodeTransfer(row, { token }),
        () => false,
      ),
      (transfer, packed) => ({
        pk: key(pk, { chain, token }),
        sk: key(sk, { block: number, transfer }),
        ...facts(block, encodeChunk(packed, block)),
      }),
    ),
  );
  return [...own, ...ofTokens];
}

/** `needsBody`: whether only this list has the transaction. */
export function withHeads<T extends { readonly tx: number; readonly row: number }>(
  rows: readonly T[],
  transactions: readonly TransactionRow[],
  encode: (row: T) => Uint8Array,
  needsBody: (tx: number) => boolean,
): Packable[] {
  return rows.map((row, i) => {
    const transaction = transactions[row.tx];
    if (!transaction) throw new Error(`row ${row.row} refers to unknown transaction ${row.tx}`);
    const bytes = encode(row);
    const first = Buffer.concat([encodeHead(transaction, needsBody(row.tx)), bytes]);
    return { index: row.row, first, next: rows[i - 1]?.tx === row.tx ? Buffer.concat([SAME_HEAD, bytes]) : first };
  });
}

export function deploymentItems({ deployments, block }: DerivedBlock, { chainId: chain }: ChainRef): Item[] {
  const { AddressDeployment, Deployment } = entities;
  const items = deployments.flatMap(({ contract, deployer, transaction }) => [
    {
      pk: key(Deployment.pk, { chain, token: contract }),
      sk: key(Deployment.sk, { block: block.number }),
      ...facts(block, encodeDeployment({ txHash: transaction.hash, deployer })),
    },
    {
      pk: key(AddressDeployment.pk, { chain, address: deployer }),
      sk: key(AddressDeployment.sk, { block: block.number, tx: transaction.index, contract }),
      ...facts(block, encodeDeployment({ txHash: transaction.hash, deployer })),
    },
  ]);
  // A node may report one contract twice, and DynamoDB rejects duplicate keys in a batch.
  return [...new Map(items.map((item) => [`${item.pk} ${item.sk}`, item])).values()];
}

export const facts = (block: BlockRow, d: Uint8Array) => ({
  h: Buffer.from(block.hash.slice(2), 'hex'),
  t: block.time,
  d,
});

/** `first`: encoding at the start of an item; `next`: after another row. */
interface Packable {
  readonly index: number;
  readonly first: Uint8Array;
  readonly next: Uint8Array;
}
const plain = (index: number, bytes: Uint8Array): Packable => ({ index, first: bytes, next: bytes });

/** At most one write unit per item. The key has the index of its first row. */
export function pack(
  rows: readonly Packable[],
  item: (firstIndex: number, packed: readonly Uint8Array[]) => Item,
  reserved = 0,
): Item[] {
  const [opening] = rows;
  if (!opening) return [];
  const room = WRITE_UNIT_BYTES - reserved - getSize(item(opening.index, []));
  const items: Item[] = [];
  let [index, packed, size]: [number, Uint8Array[], number] = [opening.index, [], 0];
  for (const row of rows) {
    if (packed.length > 0 && size + row.next.length > room) {
      items.push(item(index, packed));
      [index, packed, size] = [row.index, [], 0];
    }
    const bytes = packed.length === 0 ? row.first : row.next;
    packed.push(bytes);
    size += bytes.length;
  }
  return [...items, item(index, packed)];
}
