import type { BlockRef } from '../../domain/chain/block';
import { mismatch } from '../../domain/evm/check';
import { fillReceipts, type LogWithTransaction } from '../../domain/evm/fill-receipts';
import { type Hex, quantity, type RpcBlock, type RpcReceipt } from '../../domain/evm/rpc';
import type { Question, Readings } from '../../domain/tokens/holdings';
import { sleep } from '../clock';
import { NodeDown, NodeRefused } from '../node/errors';
import type { Call, Outcome, RpcClient } from '../node/rpc';
import { askHoldings, askHoldingsAt } from './holdings';
import { manyBalances } from './many-balances';

/** The newest block that the node reports. `time` in Unix seconds. */
export interface Head extends BlockRef {
  readonly parentHash: Hex;
  readonly time: number;
}
/** A block with the receipts that belong to it. */
export interface BlockWithReceipts {
  readonly block: RpcBlock;
  readonly receipts: readonly RpcReceipt[];
}

/** Calls in one HTTP request, if they are small. */
const MAX_BATCH_CALLS = 100;
/** Delay before a missing receipt is requested again, ms: it may only be late. */
const RECEIPT_RETRY_DELAY_MS = 1_000;
/** JSON-RPC's code for an unknown method. */
const NO_SUCH_METHOD = -32601;

/** Blocks of one node. Every method throws NodeDown if the node does not return what it must. */
export function openBlocks(rpc: RpcClient) {
  let blockReceipts = true;

  const many = async (calls: readonly Call[]): Promise<Outcome[]> => {
    const parts: Promise<Outcome[]>[] = [];
    for (let from = 0; from < calls.length; from += MAX_BATCH_CALLS)
      parts.push(rpc.batch(calls.slice(from, from + MAX_BATCH_CALLS)));
    return (await Promise.all(parts)).flat();
  };

  const receiptsOneByOne = async (block: RpcBlock): Promise<RpcReceipt[]> => {
    const outcomes = await many(block.transactions.map((t): Call => ['eth_getTransactionReceipt', t.hash]));
    return outcomes.flatMap((o) => ('result' in o && o.result ? [o.result as RpcReceipt] : []));
  };

  /** All receipts that the node has, and substitutes from its logs for the others, as far as it has those. */
  const receiptsWithLogs = async (block: RpcBlock): Promise<RpcReceipt[]> => {
    await sleep(RECEIPT_RETRY_DELAY_MS);
    const found = await receiptsOneByOne(block);
    const [logs] = await many([['eth_getLogs', { blockHash: block.hash }]]);
    return fillReceipts(block, found, resultOf(logs) as readonly LogWithTransaction[]);
  };

  return {
    chainId: async (): Promise<string> => String(BigInt(String(await rpc.call('eth_chainId')))),

    async head(): Promise<Head> {
      const block = (await rpc.call('eth_getBlockByNumber', 'latest', false)) as RpcBlock | null;
      if (!block) throw new NodeDown('the node has no latest block');
      const { number, hash, parentHash, timestamp } = block;
      return { number: Number(number), hash, parentHash, time: Number(timestamp) };
    },

    /**
     * Whole blocks with their receipts, each checked against the other; in one request if the node supports
     * eth_getBlockReceipts. Some nodes have lost receipts for good: up to block `final`, missing ones are rebuilt from
     * the block's logs, without status and gas, so that such a node does not stop indexing.
     */
    async blocksWithReceipts(from: number, to: number, final = -1): Promise<BlockWithReceipts[]> {
      const numbers = Array.from({ length: to - from + 1 }, (_, i) => quantity(from + i));
      const calls = numbers.flatMap((n): Call[] => [
        ['eth_getBlockByNumber', n, true],
        ...(blockReceipts ? [['eth_getBlockReceipts', n] as const] : []),
      ]);
      const outcomes = await rpc.batch(calls);
      const step = calls.length / numbers.length;
      return Promise.all(
        numbers.map(async (n, i) => {
          const block = resultOf(outcomes[i * step]) as RpcBlock | null;
          if (!block) throw new NodeDown(`the node does not have block ${Number(n)}`);
          const given = step === 2 ? outcomes[i * step + 1] : undefined;
          if (given && 'error' in given && given.error instanceof NodeRefused && given.error.code === NO_SUCH_METHOD)
            blockReceipts = false;
          const whole = given && 'result' in given ? (given.result as RpcReceipt[] | null) : null;
          if (whole && mismatch(block, whole) === undefined) return { block, receipts: whole };
          let receipts = await receiptsOneByOne(block);
          if (mismatch(block, receipts) && Number(n) <= final) receipts = await receiptsWithLogs(block);
          const wrong = mismatch(block, receipts);
          if (wrong) throw new NodeDown(`block ${Number(n)} and its receipts do not match: ${wrong}`);
          return { block, receipts };
        }),
      );
    },

    /** The hashes that the node has at these heights; undefined if it has no block. */
    async hashes(numbers: readonly number[]): Promise<(Hex | undefined)[]> {
      const outcomes = await many(numbers.map((n): Call => ['eth_getBlockByNumber', quantity(n), false]));
      return outcomes.map((o) => (resultOf(o) as RpcBlock | null)?.hash);
    },

    /** Token balances at a block, or at `head` if the node has pruned its state. */
    holdings: (block: BlockRef, questions: readonly Question[], head: number): Promise<Readings | undefined> =>
      askHoldings(many, questions, block, head),

    /** The same at a final block, by its number; undefined if the node keeps no state of it. */
    holdingsAt: async (questions: readonly Question[], block: number): Promise<Readings | undefined> =>
      questions.length > 0 ? askHoldingsAt(many, questions, block) : undefined,

    /** Native balances at a block (EIP-1898). What the node does not answer is left out. */
    balances: (block: Hex, addresses: readonly string[]): Promise<Record<string, Hex>> =>
      manyBalances(many, addresses, { blockHash: block }),
  };
}
/** What `openBlocks` gives. */
export type Blocks = ReturnType<typeof openBlocks>;

function resultOf(outcome: Outcome | undefined): unknown {
  if (!outcome) throw new NodeDown('the node did not answer a call of the batch');
  if ('error' in outcome) throw outcome.error;
  return outcome.result;
}
