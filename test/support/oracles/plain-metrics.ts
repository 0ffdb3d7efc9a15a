import { type PlainReceipt, plainTransfers } from './plain-transfers';

/* Metrics by a plain loop over what a node answers; imports nothing of the service. */

interface NodeBlock {
  readonly number: string;
  readonly timestamp: string;
  /** Unix ms in hex, on some chains. */
  readonly timestampMilliseconds?: string | null | undefined;
  readonly gasUsed: string;
  readonly transactions: readonly { readonly from: string; readonly to?: string | null | undefined }[];
}
interface NodeReceipt extends PlainReceipt {
  readonly gasUsed: string;
  readonly effectiveGasPrice?: string | null | undefined;
  readonly contractAddress?: string | null | undefined;
  readonly status?: string | null | undefined;
}
export interface NodeBlockWithReceipts {
  readonly block: NodeBlock;
  readonly receipts: readonly NodeReceipt[];
  /** Contracts that created others in the block, one entry for each. */
  readonly creators?: readonly string[];
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
const seconds = ({ block }: NodeBlockWithReceipts): number => Number(block.timestamp);
const time = ({ block }: NodeBlockWithReceipts): number =>
  block.timestampMilliseconds ? Number(block.timestampMilliseconds) / 1_000 : Number(block.timestamp);

function parties(blocks: readonly NodeBlockWithReceipts[]) {
  const transfers = plainTransfers(blocks.flatMap(({ receipts }) => receipts));
  const transactions = blocks.flatMap(({ block }) => block.transactions);
  const lower = (addresses: readonly (string | null | undefined)[]) =>
    new Set(addresses.flatMap((one) => (one ? [one.toLowerCase()] : [])));
  return {
    senders: lower([...transactions, ...transfers].map(({ from }) => from)),
    all: lower([...transactions, ...transfers].flatMap(({ from, to }) => [from, to])),
  };
}

const creatorsIn = (blocks: readonly NodeBlockWithReceipts[]): string[] =>
  blocks.flatMap(({ block, receipts, creators = [] }) => [
    ...block.transactions.flatMap(({ from, to }, i) => {
      const { status, contractAddress } = receipts[i] ?? {};
      return !to && contractAddress && status === '0x1' ? [from.toLowerCase()] : [];
    }),
    ...creators,
  ]);

/** Of consecutive blocks. `before`: the block before the first one. */
function plainMetrics(own: readonly NodeBlockWithReceipts[], before: NodeBlockWithReceipts | undefined) {
  const receipts = own.flatMap((one) => one.receipts);
  const prices = receipts.map((one) => Number(one.effectiveGasPrice ?? 0));
  const [gas, transactions] = [sum(own.map(({ block }) => Number(block.gasUsed))), receipts.length];
  const [first, last] = [own[0], own.at(-1)];
  const passed = first && last ? time(last) - time(before ?? first) : 0;
  const highest = (value: (one: NodeBlockWithReceipts) => number) =>
    Math.max(
      0,
      ...own.map((one, i) => {
        const previous = i === 0 ? before : own[i - 1];
        return previous ? value(one) / (time(one) - time(previous) || 1) : 0;
      }),
    );
  const creators = creatorsIn(own);
  const { senders, all } = parties(own);
  return {
    txCount: transactions,
    gasUsed: gas,
    feesPaid: sum(receipts.map((one) => Number(one.gasUsed) * Number(one.effectiveGasPrice ?? 0))),
    avgGasPrice: prices.length === 0 ? 0 : sum(prices) / prices.length,
    maxGasPrice: Math.max(0, ...prices),
    avgTps: passed > 0 ? transactions / passed : 0,
    avgGps: passed > 0 ? gas / passed : 0,
    maxTps: highest(({ receipts: some }) => some.length),
    maxGps: highest(({ block }) => Number(block.gasUsed)),
    activeAddresses: all.size,
    activeSenders: senders.size,
    contracts: creators.length,
    deployers: new Set(creators).size,
  };
}
export type PlainMetric = keyof ReturnType<typeof plainMetrics>;

/** Ascending, of intervals of fixed length (seconds) that have blocks, without the genesis block. */
export function plainSeries(blocks: readonly NodeBlockWithReceipts[], length: number, from = 0) {
  const counted = blocks.filter(({ block }) => Number(block.number) > 0);
  const groups = Map.groupBy(counted, (one) => seconds(one) - (seconds(one) % length));
  return [...groups]
    .filter(([timestamp]) => timestamp >= from)
    .map(([timestamp, own]) => ({
      timestamp,
      metrics: plainMetrics(own, blocks[blocks.indexOf(own[0] as NodeBlockWithReceipts) - 1]),
    }));
}

/** Numbers from the first block to the end of each day. */
export function plainCumulative(blocks: readonly NodeBlockWithReceipts[]) {
  return plainSeries(blocks, 86_400).map(({ timestamp }) => {
    const until = blocks.filter((one) => Number(one.block.number) > 0 && seconds(one) < timestamp + 86_400);
    const { txCount, activeAddresses, contracts, deployers } = plainMetrics(until, undefined);
    return {
      timestamp,
      metrics: {
        ...{ cumulativeTxCount: txCount, cumulativeAddresses: activeAddresses },
        ...{ cumulativeContracts: contracts, cumulativeDeployers: deployers },
      },
    };
  });
}
