import { getFailure } from '../../../lambdas/core/node/classify';
import { NodeDown } from '../../../lambdas/core/node/errors';
import type { Call, Outcome } from '../../../lambdas/core/node/exchange';
import { derive } from '../../../lambdas/evm/domain/derive';
import type { RawBlock } from '../../../lambdas/evm/domain/rpc';
import { createBlocks } from '../../../lambdas/evm/node/blocks';
import { aRawBlock, hash } from '../../support/make/blocks';
import { muteLog } from '../../support/mute-log';
import { answerFrom } from '../../support/node/chain-calls';

muteLog();

const NULL = { result: null };
const refusal = (code: number, message: string): Outcome => ({ error: getFailure({ code, message }) });

/** Blocks 0 to 30 except `empty`, each linked to the previous one. */
function chainWithout(...empty: number[]): Map<number, RawBlock> {
  const chain = new Map<number, RawBlock>();
  let parentHash: string | undefined;
  for (let number = 0; number <= 30; number++) {
    if (empty.includes(number)) continue;
    const raw = aRawBlock(number, [{ from: 1, to: 2 }]);
    chain.set(number, { ...raw, block: { ...raw.block, parentHash: parentHash ?? raw.block.parentHash } });
    parentHash = raw.block.hash;
  }
  return chain;
}

/** A node with this chain; `answer` overrides single calls. */
function getNode(
  chain: ReadonlyMap<number, RawBlock>,
  answer: (call: Call, n: number) => Outcome | undefined = () => undefined,
) {
  let now = 0;
  const batch = async (calls: readonly Call[]): Promise<Outcome[]> =>
    calls.map((call) => {
      const [, tag] = call;
      const n = tag === 'latest' ? 30 : Number(tag);
      return answer(call, n) ?? answerFrom(chain, call);
    });
  const sleep = async (ms: number) => {
    now += ms;
  };
  return { ...createBlocks({ batch, wholeBatch: batch, call: async () => null }, { steady: () => now, sleep }), sleep };
}
const numbers = (found: readonly { readonly block: { readonly number: string } }[]) =>
  found.map(({ block }) => Number(block.number));

describe('a height without a block', () => {
  test.each([
    ['answers null', NULL],
    ['rejects it, as Lotus does', refusal(12, 'requested epoch was a null round (3)')],
    ['returns the previous block', { result: chainWithout(3, 4, 5).get(2)?.block }],
  ])('an empty height is omitted when the node %s, as the next block links to the previous one', async (_, outcome) => {
    const node = getNode(chainWithout(3, 4, 5), ([method], n) =>
      n >= 3 && n <= 5 ? (method === 'eth_getBlockByNumber' ? outcome : NULL) : undefined,
    );
    expect(numbers(await node.blocksWithReceipts(1, 7))).toEqual([1, 2, 6, 7]);
    expect(numbers(await node.blocksWithReceipts(4, 4))).toEqual([]);
    expect(await node.hashes([2, 4, 6])).toEqual([hash(1_000_002), '', hash(1_000_006)]);
  });

  test('a height without a block fails as absent when the next block does not link to the previous one', async () => {
    const node = getNode(chainWithout(), (_, n) => (n === 3 ? NULL : undefined));
    await expect(node.blocksWithReceipts(1, 7)).rejects.toMatchObject({ failure: 'absent' });
    await expect(node.hashes([3])).rejects.toMatchObject({ failure: 'absent' });
  });

  test('a height without a block fails as absent at the head and at genesis, where no link proves it empty', async () => {
    await expect(getNode(chainWithout(30)).blocksWithReceipts(30, 30)).rejects.toMatchObject({ failure: 'absent' });
    await expect(getNode(chainWithout(0)).blocksWithReceipts(0, 0)).rejects.toMatchObject({ failure: 'absent' });
  });
});

describe('a final block that the node cannot serve', () => {
  /** The outcome of reading block 7 every three seconds, at most this many times. Blocks up to `final` are final. */
  async function persist(node: ReturnType<typeof getNode>, times: number, final = 20) {
    let [tries, failure]: [number, unknown] = [0, undefined];
    for (; tries < times; tries++) {
      const found = await node.blocksWithReceipts(7, 7, final).catch((error: unknown) => {
        failure = error;
      });
      if (found) return { tries, found: found[0] };
      await node.sleep(3_000);
    }
    return { tries, failure };
  }
  const chain = chainWithout();
  const seventh = chain.get(7)?.block;
  const invalid = { ...seventh, transactions: [{ ...seventh?.transactions[0], from: null }] };
  const atSeven = (outcome: (call: Call) => Outcome | undefined) =>
    getNode(chain, (call, n) => (n === 7 ? outcome(call) : undefined));

  test.each<[string, (call: Call) => Outcome | undefined]>([
    [
      'returns it with an invalid field',
      ([method]) => (method === 'eth_getBlockByNumber' ? { result: invalid } : undefined),
    ],
    [
      'rejects it',
      ([method, , full]) =>
        method === 'eth_getBlockByNumber' && full ? refusal(-32603, 'decoding failed') : undefined,
    ],
    [
      'returns it without its hash',
      ([method]) => (method === 'eth_getBlockByNumber' ? { result: { ...invalid, hash: null } } : undefined),
    ],
    [
      'returns only its number',
      ([method]) => (method === 'eth_getBlockByNumber' ? { result: { number: '0x7' } } : undefined),
    ],
    ['always fails for it', () => ({ error: new NodeDown('HTTP 500') })],
    ['reports it as too big', ([, , full]) => (full ? { error: new NodeDown('too big', 'too big') } : undefined)],
  ])('a final block is indexed empty after eight attempts over 20 s when the node %s', async (_, outcome) => {
    const { tries, found } = await persist(atSeven(outcome), 30);
    expect(tries).toBe(7);
    expect(found?.refused).toEqual(expect.any(Number));
    const raw: RawBlock = { receipts: [], balances: {}, ...found, block: found?.block ?? aRawBlock(0, []).block };
    expect(derive(raw, 0).block).toMatchObject({ number: 7, hash: hash(1_000_007), parentHash: hash(1_000_006) });
    expect(raw.block.transactions).toEqual([]);
  });

  test('a block indexed empty records how many transactions the node lists', async () => {
    const { found } = await persist(
      atSeven(([method]) => (method === 'eth_getBlockByNumber' ? { result: invalid } : undefined)),
      30,
    );
    expect(found?.refused).toBe(1);
  });

  test('a final block keeps its transactions when only a receipt is rejected', async () => {
    const isReceipt = (method: string) => method.includes('Receipt');
    const [tx] = seventh?.transactions ?? [];
    const node = getNode(chain, ([method, tag], n) =>
      isReceipt(method) && (n === 7 || tag === tx?.hash) ? refusal(-32603, 'internal error') : undefined,
    );
    const { found } = await persist(node, 30);
    expect(found).toMatchObject({ block: { transactions: [{ hash: tx?.hash }] }, receipts: [{ missing: true }] });
    expect(found).not.toHaveProperty('refused');
  });

  test('a block that fails every batch it is in is isolated and indexed empty', async () => {
    let now = 0;
    const sleep = async (ms: number) => {
      now += ms;
    };
    const batch = async (calls: readonly Call[]): Promise<Outcome[]> => {
      if (calls.some(([, tag, full]) => tag === '0x7' && full !== false)) throw new NodeDown('HTTP 500');
      return calls.map((call) => answerFrom(chain, call));
    };
    const rpc = { batch, wholeBatch: batch, call: async () => null };
    const { blocksWithReceipts } = createBlocks(rpc, { steady: () => now, sleep });
    const ask = () => blocksWithReceipts(5, 9, 20).catch(() => undefined);
    let [found, tries] = [await ask(), 1];
    for (; !found && tries < 40; tries++) {
      await sleep(3_000);
      found = await ask();
    }
    expect(numbers(found ?? [])).toEqual([5, 6, 7, 8, 9]);
    expect(found?.map(({ refused }) => refused)).toEqual([undefined, undefined, 1, undefined, undefined]);
    expect(tries).toBe(16);
  });

  test('an invalid block fails the read until it is final', async () => {
    const { failure } = await persist(
      atSeven(([method]) => (method === 'eth_getBlockByNumber' ? { result: invalid } : undefined)),
      30,
      6,
    );
    expect(failure).toMatchObject({ message: expect.stringContaining('transactions[0].from') });
  });

  test('a final block is not indexed empty while the node serves no other full block', async () => {
    const down = getNode(chain, ([, , full]) => (full === true ? { error: new NodeDown('HTTP 502') } : undefined));
    expect(await persist(down, 30)).toMatchObject({ tries: 30, failure: { message: 'HTTP 502' } });
  });

  test('a final block is not indexed empty while the node throttles', async () => {
    const node = atSeven(() => ({ error: new NodeDown('wait', 'throttled') }));
    expect(await persist(node, 30)).toMatchObject({ tries: 30 });
  });
});
