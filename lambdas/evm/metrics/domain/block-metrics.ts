import type { BlockRef } from '../../../chain/domain/block';
import type { BlockRow, DerivedBlock } from '../../domain/derive';
import type { TeleporterEvent } from '../../teleporter/domain/events';
import { type AddressSet, NO_ADDRESSES, ROLE, toAddressSet, uniteSets } from './address-set';

/** Cross-chain messages by the other blockchain's id (32 bytes with 0x, in lower case). */
export type MessageCounts = Readonly<Record<string, number>>;

/** In place of an id: blockchains with few messages, if there are many. */
export const OTHERS = 'others';

/** Of a block, or of several. Amounts in gas or wei. */
export interface Sums {
  readonly transactions: number;
  readonly gasUsed: bigint;
  readonly fees: bigint;
  /** Receipts with a gas price, and the sum and maximum of their prices. */
  readonly receipts: number;
  readonly gasPrices: bigint;
  readonly maxGasPrice: bigint;
  /** Created by transactions, and by other contracts if the block is traced. */
  readonly contracts: number;
  readonly sent: MessageCounts;
  readonly received: MessageCounts;
}

/** The contribution of one block to the metrics of its chain. */
export interface BlockMetrics extends BlockRef, Sums {
  /** Unix ms; whole seconds if the chain has no finer timestamps. */
  readonly time: number;
  readonly addresses: AddressSet;
}

/** Unix ms. */
export const getTime = ({ time, timeMs }: Pick<BlockRow, 'time' | 'timeMs'>): number => timeMs ?? time * 1_000;

type Row = Omit<BlockRow, 'cumulative' | 'parentHash'>;

/** Of a block without transactions, or whose transactions are not known. */
export const rowMetrics = (row: Row): BlockMetrics => ({
  number: row.number,
  hash: row.hash,
  time: getTime(row),
  transactions: row.txCount,
  gasUsed: row.gasUsed,
  fees: row.feesSpent,
  ...{ receipts: 0, gasPrices: 0n, maxGasPrice: 0n, contracts: 0, addresses: NO_ADDRESSES, sent: {}, received: {} },
});

type Derived = Pick<DerivedBlock, 'block' | 'transactions' | 'transfers' | 'deployments' | 'missingReceipts'>;

/** Addresses are the senders and recipients of transactions and token transfers; created contracts do not count. */
export function toBlockMetrics(derived: Derived, events: readonly TeleporterEvent[]): BlockMetrics {
  const { block, transactions, transfers, deployments, missingReceipts } = derived;
  const missing = new Set(missingReceipts);
  const prices = transactions.flatMap(({ index, gasPrice }) => (missing.has(index) ? [] : [gasPrice]));
  const addresses = new Map<string, number>();
  const add = (address: string, role: number) => addresses.set(address, (addresses.get(address) ?? 0) | role);
  for (const { from, to } of [...transactions, ...transfers]) {
    add(from, ROLE.party | ROLE.sender);
    if (to !== undefined) add(to, ROLE.party);
  }
  for (const { deployer } of deployments) add(deployer, ROLE.deployer);
  return {
    ...rowMetrics(block),
    receipts: prices.length,
    gasPrices: prices.reduce((sum, price) => sum + price, 0n),
    maxGasPrice: prices.reduce((max, price) => (price > max ? price : max), 0n),
    contracts: deployments.length,
    addresses: toAddressSet(addresses),
    sent: countMessages(events, 'SendCrossChainMessage', (event) => event.destinationBlockchainId),
    received: countMessages(events, 'ReceiveCrossChainMessage', (event) => event.sourceBlockchainId),
  };
}

/** `deployers`: contracts that created others, one entry for each creation. */
export const withInternalCreations = (block: BlockMetrics, deployers: readonly string[]): BlockMetrics =>
  deployers.length === 0
    ? block
    : {
        ...block,
        contracts: block.contracts + deployers.length,
        addresses: uniteSets([
          block.addresses,
          toAddressSet(new Map(deployers.map((address) => [address, ROLE.deployer]))),
        ]),
      };

const MAX_BLOCKCHAINS_IN_BLOCK = 100;

type Named<N extends TeleporterEvent['name']> = Extract<TeleporterEvent, { readonly name: N }>;

function countMessages<N extends TeleporterEvent['name']>(
  events: readonly TeleporterEvent[],
  name: N,
  getOther: (event: Named<N>) => string,
): MessageCounts {
  const counts: Record<string, number> = {};
  for (const event of events)
    if (event.name === name) {
      const other = getOther(event as Named<N>);
      counts[other] = (counts[other] ?? 0) + 1;
    }
  return Object.keys(counts).length > MAX_BLOCKCHAINS_IN_BLOCK
    ? { [OTHERS]: Object.values(counts).reduce((sum, count) => sum + count, 0) }
    : counts;
}
