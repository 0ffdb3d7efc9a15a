import type { BlockRef } from '../../domain/chain/block';
import { mismatch } from '../../domain/evm/check';
import { invalidBlockField, invalidReceiptField } from '../../domain/evm/invalid-field';
import { type Hex, quantity, type RpcBlock, type RpcReceipt } from '../../domain/evm/rpc';
import type { Question, Readings } from '../../domain/tokens/holdings';
import { systemTimer, type Timer } from '../clock';
import { NodeDown, NodeRefused } from '../node/errors';
import { type Call, type Outcome, type RpcClient, resultOf } from '../node/rpc';
import { openAtBlock } from './at-block';
import { askHoldings, askHoldingsAt } from './holdings';
import { manyBalances } from './many-balances';
import { receiptsOneByOne, receiptsWithLogs } from './receipts';
import { answerOf } from './run-code';

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

/** What one member behind a balancer has shown, another may not have yet: how often it is asked again, and when, ms. */
const ABSENT_RETRIES = 4;
const ABSENT_DELAY_MS = 750;

/** The Warp precompile of Avalanche's EVM chains, and the selector of its `getBlockchainID()`. */
const [WARP, GET_BLOCKCHAIN_ID] = ['0x0200000000000000000000000000000000000005', '0x4213cf78'];

/** Blocks of one node. Every method throws NodeError if the node does not return what it must. */
export function openBlocks(
  rpc: Pick<RpcClient, 'batch' | 'wholeBatch' | 'call'>,
  { sleep }: Pick<Timer, 'sleep'> = systemTimer,
) {
  let blockReceipts = true;
  const many = rpc.batch;
  const atBlock = openAtBlock(many);

  const callsOf = (n: Hex): Call[] => [
    ['eth_getBlockByNumber', n, true],
    ...(blockReceipts ? [['eth_getBlockReceipts', n] as const] : []),
  ];

  /** A block and its receipts as the node gave them, if they belong together. */
  const whole = async (n: Hex, [first, second]: readonly Outcome[]): Promise<BlockWithReceipts | Partly> => {
    const block = resultOf(first) as RpcBlock | null;
    if (!block) return { why: 'the node does not have the block' };
    requireValid(n, invalidBlockField(block));
    if (second && 'error' in second) {
      if (second.error.failure === 'unknown method') blockReceipts = false;
    } else if (mismatch(block, second?.result) === undefined)
      return { block, receipts: second?.result as RpcReceipt[] };
    const found = await receiptsOneByOne(many, block);
    const receipts = found.filter((receipt) => receipt !== null);
    const why = mismatch(block, receipts);
    return why === undefined ? { block, receipts } : { why, block, found };
  };

  const wholeBlock = async (n: Hex, given: readonly Outcome[], final: number): Promise<BlockWithReceipts> => {
    for (let [tries, outcomes] = [0, given]; ; tries++) {
      const one = await whole(n, outcomes);
      if ('receipts' in one) return valid(n, one);
      if (tries === ABSENT_RETRIES) {
        const receipts =
          one.block && Number(n) <= final ? await receiptsWithLogs(many, one.block, one.found ?? []) : undefined;
        if (one.block && receipts) return valid(n, { block: one.block, receipts });
        throw new NodeDown(`block ${Number(n)} and its receipts do not match: ${one.why}`, 'absent');
      }
      await sleep(ABSENT_DELAY_MS);
      outcomes = await many(callsOf(n));
    }
  };

  return {
    chainId: async (): Promise<string> => String(BigInt(String(await rpc.call('eth_chainId')))),

    async head(): Promise<Head> {
      const block = (await rpc.call('eth_getBlockByNumber', 'latest', false)) as RpcBlock | null;
      if (!block) throw new NodeDown('the node has no latest block', 'absent');
      const { number, hash, parentHash, timestamp } = block;
      return { number: Number(number), hash, parentHash, time: Number(timestamp) };
    },

    /**
     * Whole blocks with their receipts, each checked against the other; in one request if the node supports
     * eth_getBlockReceipts. Throws NodeDown with the failure `too big` if fewer blocks may work at once. Some nodes have
     * lost receipts for good: up to block `final`, missing ones are rebuilt from the block's logs, without status and
     * gas, so that such a node does not stop indexing.
     */
    async blocksWithReceipts(from: number, to: number, final = -1): Promise<BlockWithReceipts[]> {
      const numbers = Array.from({ length: to - from + 1 }, (_, i) => quantity(from + i));
      // One block is a few calls: each may be answered alone.
      const outcomes = await (numbers.length === 1 ? many : rpc.wholeBatch)(numbers.flatMap(callsOf));
      const step = outcomes.length / numbers.length;
      return Promise.all(numbers.map((n, i) => wholeBlock(n, outcomes.slice(i * step, (i + 1) * step), final)));
    },

    /** The hashes of these blocks, which the node has, as its head is not below them. */
    async hashes(numbers: readonly number[]): Promise<Hex[]> {
      const found = new Map<number, Hex>();
      for (let [tries, left] = [0, numbers]; ; tries++) {
        const outcomes = await many(left.map((n): Call => ['eth_getBlockByNumber', quantity(n), false]));
        for (const [i, number] of left.entries()) {
          const block = resultOf(outcomes[i]) as RpcBlock | null;
          if (block) found.set(number, block.hash);
        }
        left = left.filter((number) => !found.has(number));
        if (left.length === 0) return numbers.map((number) => found.get(number) ?? '');
        if (tries === ABSENT_RETRIES) throw new NodeDown('the node does not have blocks below its head', 'absent');
        await sleep(ABSENT_DELAY_MS);
      }
    },

    /** The chain's id in the Avalanche network, in lower case, from its Warp precompile; undefined if it has none. */
    async blockchainId(): Promise<Hex | undefined> {
      const [outcome] = await many([['eth_call', { to: WARP, data: GET_BLOCKCHAIN_ID }, 'latest']]);
      const answer = answerOf(outcome).toLowerCase();
      return /^0x[\da-f]{64}$/.test(answer) ? answer : undefined;
    },

    /** Token balances at a block, or at `head` if the node has pruned its state. */
    holdings: (block: BlockRef, questions: readonly Question[], head: number): Promise<Readings | undefined> =>
      askHoldings(many, atBlock, questions, block, head),

    /** The same at a final block, by its number; undefined if the node keeps no state of it. */
    holdingsAt: async (questions: readonly Question[], block: number): Promise<Readings | undefined> =>
      questions.length > 0 ? askHoldingsAt(many, questions, block) : undefined,

    /** Native balances at a block. What the node does not answer is left out. */
    balances: async (block: BlockRef, addresses: readonly string[]): Promise<Record<string, Hex>> =>
      (await atBlock(block, (tag) => manyBalances(many, addresses, tag))) ?? {},
  };
}
/** What `openBlocks` gives. */
export type Blocks = ReturnType<typeof openBlocks>;

/** What a node gives of a block that is not whole. `found`: its receipts, null where there is none. */
interface Partly {
  readonly why: string;
  readonly block?: RpcBlock;
  readonly found?: readonly (RpcReceipt | null)[];
}

function valid(number: Hex, whole: BlockWithReceipts): BlockWithReceipts {
  requireValid(number, invalidReceiptField(whole.receipts));
  return whole;
}

/** Refuses what rows cannot be derived from, before anything of it is stored. */
function requireValid(number: Hex, field: string | undefined): void {
  if (field !== undefined) throw new NodeRefused(0, `block ${Number(number)} of the node is invalid: ${field}`);
}
