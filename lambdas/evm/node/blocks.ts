import type { BlockRef } from '../../chain/domain/block';
import { NodeDown, NodeError, NodeRefused } from '../../core/node/errors';
import { toError } from '../../core/node/exchange';
import { type Call, getResult, type Outcome, type RpcClient } from '../../core/node/rpc';
import { systemTimer, type Timer } from '../../core/runtime/clock';
import { log } from '../../core/runtime/log';
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

/** `time` in Unix seconds. */
export interface Head extends BlockRef {
  readonly parentHash: Hex;
  readonly time: number;
}
/** `refused`: transaction count of a block that cannot be indexed; only its place is known. */
export interface BlockWithReceipts {
  readonly block: RpcBlock;
  readonly receipts: readonly RpcReceipt[];
  readonly refused?: number;
}

/** A node behind a load balancer may lack a block that another has returned. Delay in ms. */
const ABSENT_RETRIES = 4;
const ABSENT_DELAY_MS = 750;
/** Heights searched on each side of an empty one. Filecoin has up to ten in a row. */
const NEIGHBOURS = 10;

/** The Warp precompile of Avalanche's EVM chains, and the selector of `getBlockchainID()`. */
const [WARP, GET_BLOCKCHAIN_ID] = ['0x0200000000000000000000000000000000000005', '0x4213cf78'];

/** Reads blocks from one node. All methods throw NodeError. */
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
      const raw = outcome && 'result' in outcome ? normalizeHeader(outcome.result) : undefined;
      return raw && 'value' in raw && Number(raw.value.number) === numbers[i] ? raw.value : undefined;
    });
  };

  const whole = async (
    n: Hex,
    outcomes: readonly Outcome[],
    { isFinal, isHopeless }: Reading,
  ): Promise<BlockWithReceipts | IncompleteBlock> => {
    const [first, second] = outcomes;
    const error = toError(first);
    // For a height without a block, some nodes return null and some an error.
    if (error instanceof NodeRefused) return { error };
    const raw = getResult(first);
    if (raw === null || raw === undefined) return { error: mismatch(n, 'node does not have the block') };
    const block = valid(n, normalizeBlock(raw));
    if (Number(block.number) !== Number(n)) return { error: mismatch(n, 'node returned a different height') };
    if (toError(second)?.failure === 'unknown method') blockReceipts = false;
    const matched = second && 'result' in second ? matchReceipts(block, second.result, isFinal) : undefined;
    if (matched && 'receipts' in matched) return { block, receipts: matched.receipts };
    const single = matchReceipts(block, await receiptsOneByOne(many, block, isHopeless), isFinal);
    return 'receipts' in single
      ? { block, receipts: single.receipts }
      : { error: mismatch(n, single.why), block, found: single.found };
  };

  const wholeBlock = async (
    n: Hex,
    prefetched: readonly Outcome[] | undefined,
    reading: Reading,
  ): Promise<BlockWithReceipts | undefined> => {
    for (let [tries, outcomes] = [0, prefetched ?? (await many(getCalls(n)))]; ; tries++) {
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

  /** Whether the nearest blocks on both sides are linked: a null round of Filecoin. */
  const isEmpty = async (n: number): Promise<boolean> => {
    const distances = Array.from({ length: NEIGHBOURS }, (_, i) => i + 1);
    const numbers = [...distances.map((d) => n - d).filter((below) => below >= 0), ...distances.map((d) => n + d)];
    const found = (await headers(numbers)).filter((header) => header !== undefined);
    const above = found.find(({ number }) => Number(number) > n);
    const below = found.find(({ number }) => Number(number) < n);
    return above !== undefined && below !== undefined && above.parentHash === below.hash;
  };

  // The place of a failing final block, as proven by its neighbours. undefined unless the node
  // serves another full block and enough headers: the node may be at fault, not the block.
  const getPlaceholder = async (n: number): Promise<BlockWithReceipts | undefined> => {
    const others = await Promise.all(['latest', quantity(n + 1), quantity(Math.max(0, n - 1))].map(isServed));
    if (!others.some(Boolean)) return undefined;
    const [outcome] = await many([['eth_getBlockByNumber', quantity(n), false]]);
    const raw = outcome && 'result' in outcome ? outcome.result : undefined;
    const [above, below] = await headers([n + 1, ...(n > 0 ? [n - 1] : [])]);
    const own = readableHeader(raw);
    const hash = above?.parentHash ?? own.hash;
    const parentHash = own.parentHash ?? below?.hash;
    const timestamp = own.timestamp ?? below?.timestamp;
    if (!hash || !parentHash || !timestamp) return undefined;
    const { transactions } = (raw ?? {}) as { readonly transactions?: unknown };
    const refused = Array.isArray(transactions) ? transactions.length : 0;
    const block = normalizeBlock({
      ...(raw ?? {}),
      number: quantity(n),
      hash,
      parentHash,
      timestamp,
      transactions: [],
    });
    return 'value' in block ? { block: block.value, receipts: [], refused } : undefined;
  };

  const noteAndRethrow = (n: number) => (error: unknown) => {
    if (error instanceof NodeError && error.failure !== 'too big') refusals.note(n, error);
    throw error;
  };
  const isServed = async (n: Hex): Promise<boolean> => {
    const outcomes = await many(getCalls(n)).catch(() => []);
    return outcomes.length > 0 && outcomes.every((outcome) => 'result' in outcome && outcome.result !== null);
  };
  const blockOrPlaceholder = async (n: Hex, prefetched: readonly Outcome[] | undefined, final: number) => {
    const isFinal = Number(n) <= final;
    try {
      return await wholeBlock(n, prefetched, { isFinal, isHopeless: false });
    } catch (error) {
      if (!(error instanceof NodeError) || !isFinal) throw error;
      refusals.note(Number(n), error);
      if (!refusals.isHopeless(Number(n))) throw error;
      const rest = await wholeBlock(n, undefined, { isFinal, isHopeless: true }).catch(() => undefined);
      const placeholder = rest ?? (await getPlaceholder(Number(n)));
      if (!placeholder) throw error;
      log.warn('block indexed with missing data', { block: Number(n), reason: error.message });
      return placeholder;
    }
  };

  return {
    async chainId(): Promise<string> {
      const answer = toQuantity(await rpc.call('eth_chainId'));
      if (answer === undefined) throw new NodeRefused(0, 'node returned no valid chain ID');
      return String(BigInt(answer));
    },

    async head(): Promise<Head> {
      const latest = await rpc.call('eth_getBlockByNumber', 'latest', false);
      if (!latest) throw new NodeDown('node returned no latest block', 'absent');
      const { number, hash, parentHash, timestamp } = valid('latest', normalizeHeader(latest));
      return { number: Number(number), hash, parentHash, time: Number(timestamp) };
    },

    /**
     * Omits empty heights. Throws NodeDown `too big` if a smaller range may succeed. Up to `final`,
     * rebuilds lost receipts from logs (no status, no gas), and a failing block is a placeholder.
     */
    async blocksWithReceipts(from: number, to: number, final = -1): Promise<BlockWithReceipts[]> {
      const numbers = Array.from({ length: to - from + 1 }, (_, i) => quantity(from + i));
      // If a range keeps failing, one of its blocks may be the cause.
      const isSingle = numbers.length === 1 || refusals.isHopeless(from);
      const outcomes = isSingle ? [] : await rpc.wholeBatch(numbers.flatMap(getCalls)).catch(noteAndRethrow(from));
      const step = outcomes.length / numbers.length;
      const found = await Promise.all(
        numbers.map((n, i) =>
          blockOrPlaceholder(n, step > 0 ? outcomes.slice(i * step, (i + 1) * step) : undefined, final),
        ),
      );
      return found.filter((block) => block !== undefined);
    },

    /** '' for heights without a block on the node's branch. No number may be above its head. */
    async hashes(numbers: readonly number[]): Promise<Hex[]> {
      const found = new Map<number, Hex>();
      for (let [tries, missing] = [0, numbers]; ; tries++) {
        for (const header of await headers(missing)) if (header) found.set(Number(header.number), header.hash);
        missing = missing.filter((number) => !found.has(number));
        if (missing.length > 0 && tries === ABSENT_RETRIES) {
          for (const number of missing)
            if (!(await isEmpty(number))) throw new NodeDown('node is missing blocks below its head', 'absent');
          missing = [];
        }
        if (missing.length === 0) return numbers.map((number) => found.get(number) ?? '');
        await sleep(ABSENT_DELAY_MS);
      }
    },

    /** From its Warp precompile, in lower case. */
    async blockchainId(): Promise<Hex | undefined> {
      const [outcome] = await many([['eth_call', { to: WARP, data: GET_BLOCKCHAIN_ID }, 'latest']]);
      const answer = getAnswer(outcome).toLowerCase();
      return /^0x[\da-f]{64}$/.test(answer) ? answer : undefined;
    },

    /** At `block`, or at `head` if the node has pruned that state. */
    holdings: (block: BlockRef, questions: readonly Question[], head: number): Promise<Readings | undefined> =>
      fetchHoldings(many, atBlock, questions, block, head),

    holdingsAt: async (questions: readonly Question[], block: number): Promise<Readings | undefined> =>
      questions.length > 0 ? fetchHoldingsAt(many, questions, block) : undefined,

    /** In wei. Omits addresses without an answer. */
    balances: async (block: BlockRef, addresses: readonly string[]): Promise<Record<string, Hex>> =>
      (await atBlock(block, (tag) => manyBalances(many, addresses, tag))) ?? {},
  };
}
export type Blocks = ReturnType<typeof createBlocks>;

/** `isHopeless`: the block has failed so often that rejected receipts count as lost. */
interface Reading {
  readonly isFinal: boolean;
  readonly isHopeless: boolean;
}

interface IncompleteBlock {
  readonly error: NodeError;
  readonly block?: RpcBlock;
  readonly found?: readonly RpcReceipt[];
}

const mismatch = (n: Hex, why: string) => new NodeDown(`block ${Number(n)} is incomplete: ${why}`, 'absent');

function valid<T>(n: Hex, normalized: Normalized<T>): T {
  if ('value' in normalized) return normalized.value;
  const name = n === 'latest' ? 'the latest block' : `block ${Number(n)}`;
  throw new NodeRefused(0, `${name} of the node is invalid: ${normalized.invalid}`);
}
