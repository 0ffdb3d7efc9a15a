import type { BlockRef } from '../../chain/domain/block';
import { NodeDown, NodeError, NodeRefused } from '../../core/node/errors';
import { toError } from '../../core/node/exchange';
import { type Call, getResult, type Outcome, type RpcClient } from '../../core/node/rpc';
import { systemTimer, type Timer } from '../../core/runtime/clock';
import { matchReceipts } from '../domain/match-receipts';
import { type Normalized, normalizeBlock, normalizeHeader, readableHeader, toQuantity } from '../domain/normalize';
import { type Hex, quantity, type RpcBlock, type RpcReceipt } from '../domain/rpc';
import type { Question, Readings } from '../tokens/domain/holdings';
import { createAtBlock } from './at-block';
import { fetchHoldings, fetchHoldingsAt } from './holdings';
import { manyBalances } from './many-balances';
import { receiptsOneByOne, receiptsWithLogs } from './receipts';
import { createRefusals } from './refusals';
import { getAnswer } from './run-code';

/** The newest block that the node reports. `time` in Unix seconds. */
export interface Head extends BlockRef {
  readonly parentHash: Hex;
  readonly time: number;
}
/**
 * A block with the receipts that belong to it. `refused`: it stands for one that the node does not give in a form that
 * can be indexed, with its place in the chain alone; the number of transactions that the node lists.
 */
export interface BlockWithReceipts {
  readonly block: RpcBlock;
  readonly receipts: readonly RpcReceipt[];
  readonly refused?: number;
}

/** What one member behind a balancer has shown, another may not have yet: how often it is asked again, and when, ms. */
const ABSENT_RETRIES = 4;
const ABSENT_DELAY_MS = 750;
/** Heights on each side that are looked at for the neighbours of one without a block. Filecoin has up to ten in a row. */
const NEIGHBOURS = 10;

/** The Warp precompile of Avalanche's EVM chains, and the selector of its `getBlockchainID()`. */
const [WARP, GET_BLOCKCHAIN_ID] = ['0x0200000000000000000000000000000000000005', '0x4213cf78'];

/** Blocks of one node. Every method throws NodeError if the node does not return what it must. */
export function createBlocks(
  rpc: Pick<RpcClient, 'batch' | 'wholeBatch' | 'call'>,
  { sleep, steady }: Pick<Timer, 'sleep' | 'steady'> = systemTimer,
) {
  let blockReceipts = true;
  const many = rpc.batch;
  const atBlock = createAtBlock(many);
  const refusals = createRefusals(steady);

  const getCalls = (n: Hex): Call[] => [
    ['eth_getBlockByNumber', n, true],
    ...(blockReceipts ? [['eth_getBlockReceipts', n] as const] : []),
  ];
  const headers = async (numbers: readonly number[]) => {
    const outcomes = await many(numbers.map((n): Call => ['eth_getBlockByNumber', quantity(n), false]));
    return outcomes.map((outcome, i) => {
      const sent = outcome && 'result' in outcome ? normalizeHeader(outcome.result) : undefined;
      return sent && 'value' in sent && Number(sent.value.number) === numbers[i] ? sent.value : undefined;
    });
  };

  /** A block and its receipts as the node gave them, if they belong together. */
  const whole = async (
    n: Hex,
    outcomes: readonly Outcome[],
    { isFinal, isHopeless }: Reading,
  ): Promise<BlockWithReceipts | Partly> => {
    const [first, second] = outcomes;
    const error = toError(first);
    // A height without a block: some nodes answer null, some with an error.
    if (error instanceof NodeRefused) return { error };
    const sent = getResult(first);
    if (sent === null || sent === undefined) return { error: mismatch(n, 'the node does not have the block') };
    const block = valid(n, normalizeBlock(sent));
    if (Number(block.number) !== Number(n)) return { error: mismatch(n, 'the node gives another one') };
    if (toError(second)?.failure === 'unknown method') blockReceipts = false;
    const given = second && 'result' in second ? matchReceipts(block, second.result, isFinal) : undefined;
    if (given && 'receipts' in given) return { block, receipts: given.receipts };
    const single = matchReceipts(block, await receiptsOneByOne(many, block, isHopeless), isFinal);
    return 'receipts' in single
      ? { block, receipts: single.receipts }
      : { error: mismatch(n, single.why), block, found: single.found };
  };

  /** undefined: the chain has no block at this height. */
  const wholeBlock = async (
    n: Hex,
    given: readonly Outcome[] | undefined,
    reading: Reading,
  ): Promise<BlockWithReceipts | undefined> => {
    for (let [tries, outcomes] = [0, given ?? (await many(getCalls(n)))]; ; tries++) {
      const one = await whole(n, outcomes, reading);
      if ('receipts' in one) return one;
      if (!one.block && (await isEmpty(Number(n)))) return undefined;
      if (tries === ABSENT_RETRIES || one.error instanceof NodeRefused) {
        const receipts =
          one.block && reading.isFinal ? await receiptsWithLogs(many, one.block, one.found ?? []) : undefined;
        if (one.block && receipts) return { block: one.block, receipts };
        throw one.error;
      }
      await sleep(ABSENT_DELAY_MS);
      outcomes = await many(getCalls(n));
    }
  };

  /** Whether the next block that there is links to the one before: then the height has none (Filecoin's null rounds). */
  const isEmpty = async (n: number): Promise<boolean> => {
    const distances = Array.from({ length: NEIGHBOURS }, (_, i) => i + 1);
    const numbers = [...distances.map((d) => n - d).filter((below) => below >= 0), ...distances.map((d) => n + d)];
    const found = (await headers(numbers)).filter((header) => header !== undefined);
    const above = found.find(({ number }) => Number(number) > n);
    const below = found.find(({ number }) => Number(number) < n);
    return above !== undefined && below !== undefined && above.parentHash === below.hash;
  };

  /**
   * Stands for a final block that the node has failed at often enough: without its contents, in its place in the chain as
   * its neighbours prove it. undefined unless the node gives these, and another block whole: else it is the node that
   * fails, and not the block.
   */
  const getPlace = async (n: number): Promise<BlockWithReceipts | undefined> => {
    const others = await Promise.all(['latest', quantity(n + 1), quantity(Math.max(0, n - 1))].map(isServed));
    if (!others.some(Boolean)) return undefined;
    const [outcome] = await many([['eth_getBlockByNumber', quantity(n), false]]);
    const sent = outcome && 'result' in outcome ? outcome.result : undefined;
    const [above, below] = await headers([n + 1, ...(n > 0 ? [n - 1] : [])]);
    const own = readableHeader(sent);
    const hash = above?.parentHash ?? own.hash;
    const parentHash = own.parentHash ?? below?.hash;
    const timestamp = own.timestamp ?? below?.timestamp;
    if (!hash || !parentHash || !timestamp) return undefined;
    const { transactions } = (sent ?? {}) as { readonly transactions?: unknown };
    const refused = Array.isArray(transactions) ? transactions.length : 0;
    const block = normalizeBlock({
      ...(sent ?? {}),
      number: quantity(n),
      hash,
      parentHash,
      timestamp,
      transactions: [],
    });
    return 'value' in block ? { block: block.value, receipts: [], refused } : undefined;
  };

  const noting = (n: number) => (error: unknown) => {
    if (error instanceof NodeError && error.failure !== 'too big') refusals.note(n, error);
    throw error;
  };
  const isServed = async (n: Hex): Promise<boolean> => {
    const outcomes = await many(getCalls(n)).catch(() => []);
    return outcomes.length > 0 && outcomes.every((outcome) => 'result' in outcome && outcome.result !== null);
  };
  const blockOrPlace = async (n: Hex, given: readonly Outcome[] | undefined, final: number) => {
    const isFinal = Number(n) <= final;
    try {
      return await wholeBlock(n, given, { isFinal, isHopeless: false });
    } catch (error) {
      if (!(error instanceof NodeError) || !isFinal) throw error;
      refusals.note(Number(n), error);
      if (!refusals.isHopeless(Number(n))) throw error;
      const rest = await wholeBlock(n, undefined, { isFinal, isHopeless: true }).catch(() => undefined);
      const place = rest ?? (await getPlace(Number(n)));
      if (!place) throw error;
      console.warn({ message: `block ${Number(n)} is indexed without all that it holds: ${error.message}` });
      return place;
    }
  };

  return {
    async chainId(): Promise<string> {
      const answer = toQuantity(await rpc.call('eth_chainId'));
      if (answer === undefined) throw new NodeRefused(0, 'the node does not tell its chain id');
      return String(BigInt(answer));
    },

    async head(): Promise<Head> {
      const latest = await rpc.call('eth_getBlockByNumber', 'latest', false);
      if (!latest) throw new NodeDown('the node has no latest block', 'absent');
      const { number, hash, parentHash, timestamp } = valid('latest', normalizeHeader(latest));
      return { number: Number(number), hash, parentHash, time: Number(timestamp) };
    },

    /**
     * Whole blocks with their receipts, each checked against the other; in one request if the node supports
     * eth_getBlockReceipts. Throws NodeDown with the failure `too big` if fewer blocks may work at once. Some nodes have
     * lost receipts for good: up to block `final`, missing ones are rebuilt from the block's logs, without status and
     * gas, and one that stays refused is passed, so that neither stops indexing. Heights without a block are left out.
     */
    async blocksWithReceipts(from: number, to: number, final = -1): Promise<BlockWithReceipts[]> {
      const numbers = Array.from({ length: to - from + 1 }, (_, i) => quantity(from + i));
      // One block is a few calls: each may be answered alone. Where several fail for good, it may be for one of them.
      const isSingle = numbers.length === 1 || refusals.isHopeless(from);
      const outcomes = isSingle ? [] : await rpc.wholeBatch(numbers.flatMap(getCalls)).catch(noting(from));
      const step = outcomes.length / numbers.length;
      const found = await Promise.all(
        numbers.map((n, i) => blockOrPlace(n, step > 0 ? outcomes.slice(i * step, (i + 1) * step) : undefined, final)),
      );
      return found.filter((block) => block !== undefined);
    },

    /** The hashes of these blocks, which are not above the node's head; empty where its branch has no block. */
    async hashes(numbers: readonly number[]): Promise<Hex[]> {
      const found = new Map<number, Hex>();
      for (let [tries, left] = [0, numbers]; ; tries++) {
        for (const header of await headers(left)) if (header) found.set(Number(header.number), header.hash);
        left = left.filter((number) => !found.has(number));
        if (left.length > 0 && tries === ABSENT_RETRIES) {
          for (const number of left)
            if (!(await isEmpty(number))) throw new NodeDown('the node does not have blocks below its head', 'absent');
          left = [];
        }
        if (left.length === 0) return numbers.map((number) => found.get(number) ?? '');
        await sleep(ABSENT_DELAY_MS);
      }
    },

    /** The chain's id in the Avalanche network, in lower case, from its Warp precompile; undefined if it has none. */
    async blockchainId(): Promise<Hex | undefined> {
      const [outcome] = await many([['eth_call', { to: WARP, data: GET_BLOCKCHAIN_ID }, 'latest']]);
      const answer = getAnswer(outcome).toLowerCase();
      return /^0x[\da-f]{64}$/.test(answer) ? answer : undefined;
    },

    /** Token balances at a block, or at `head` if the node has pruned its state. */
    holdings: (block: BlockRef, questions: readonly Question[], head: number): Promise<Readings | undefined> =>
      fetchHoldings(many, atBlock, questions, block, head),

    /** The same at a final block, by its number; undefined if the node keeps no state of it. */
    holdingsAt: async (questions: readonly Question[], block: number): Promise<Readings | undefined> =>
      questions.length > 0 ? fetchHoldingsAt(many, questions, block) : undefined,

    /** Native balances at a block. What the node does not answer is left out. */
    balances: async (block: BlockRef, addresses: readonly string[]): Promise<Record<string, Hex>> =>
      (await atBlock(block, (tag) => manyBalances(many, addresses, tag))) ?? {},
  };
}
/** What `createBlocks` gives. */
export type Blocks = ReturnType<typeof createBlocks>;

/** `isHopeless`: the node has failed at this block often enough; single receipts that it refuses count as lost. */
interface Reading {
  readonly isFinal: boolean;
  readonly isHopeless: boolean;
}

/** An incomplete answer about a block, and what it lacks. */
interface Partly {
  readonly error: NodeError;
  readonly block?: RpcBlock;
  readonly found?: readonly RpcReceipt[];
}

const mismatch = (n: Hex, why: string) =>
  new NodeDown(`block ${Number(n)} and its receipts do not match: ${why}`, 'absent');

/** Refuses what rows cannot be derived from, before anything of it is stored. */
function valid<T>(n: Hex, given: Normalized<T>): T {
  if ('value' in given) return given.value;
  const name = n === 'latest' ? 'the latest block' : `block ${Number(n)}`;
  throw new NodeRefused(0, `${name} of the node is invalid: ${given.invalid}`);
}
