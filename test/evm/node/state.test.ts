import type { Abi } from 'viem';
import { encodeFunctionData, parseAbi } from 'viem/utils';
import { getFailure } from '../../../lambdas/core/node/classify';
import type { Call, Outcome } from '../../../lambdas/core/node/rpc';
import { createAtBlock } from '../../../lambdas/evm/node/at-block';
import { fetchHoldings, fetchHoldingsAt } from '../../../lambdas/evm/node/holdings';
import { manyBalances } from '../../../lambdas/evm/node/many-balances';
import { type Question, questionId } from '../../../lambdas/evm/tokens/domain/holdings';

type Said = { readonly code: number; readonly message: string } | { readonly result: unknown };
const getOutcome = (said: Said): Outcome => ('result' in said ? said : { error: getFailure(said) });
const HASH = `0x${'ab'.repeat(32)}`;
const block = { number: 7, hash: HASH };
const address = (n: number) => `0x${String(n).padStart(40, '0')}`;
const ask = (n: number): Question => ({ kind: 'erc20', token: address(n), holder: address(99) });
const word = (n: number) => `0x${n.toString(16).padStart(64, '0')}`;
const reverted = { code: 3, message: 'execution reverted' };
const internal = { code: -32603, message: 'internal error' };
const gone = { code: -32000, message: 'missing trie node' };

interface Rules {
  /** The answer to a token's own call. */
  readonly token?: (to: string, tag: unknown, nth: number) => Said;
  readonly probe?: (tag: unknown, nth: number) => Said;
  readonly hashAt?: (nth: number) => string;
}
/** A node that cannot run undeployed code, so tokens are called one by one. */
function getNode({
  token = () => ({ result: word(5) }),
  probe = () => ({ result: '0x0' }),
  hashAt = () => HASH,
}: Rules) {
  const asked: Call[] = [];
  const nth = new Map<string, number>();
  const batch = async (calls: readonly Call[]): Promise<Outcome[]> =>
    calls.map((call) => {
      asked.push(call);
      const [method, first, tag] = call;
      const { to } = first as { to?: string };
      const name = to ? 'token' : method;
      const count = (nth.get(name) ?? 0) + 1;
      nth.set(name, count);
      if (method === 'eth_getBlockByNumber') return { result: { hash: hashAt(count) } };
      if (method === 'eth_getBalance') return getOutcome(probe(tag, count));
      return getOutcome(to ? token(to, tag, count) : { code: -32602, message: 'no code' });
    });
  return { batch, asked };
}
const values = (of: Record<number, string | null>) =>
  Object.fromEntries(Object.entries(of).map(([n, value]) => [questionId(ask(Number(n))), value]));

describe('token holdings from a node', () => {
  test.each<[Omit<Question, 'token'>, { functionName: string; args: readonly unknown[] }]>([
    [
      { kind: 'erc20', holder: address(9) },
      { functionName: 'balanceOf', args: [address(9)] },
    ],
    [
      { kind: 'erc721', id: 258n },
      { functionName: 'ownerOf', args: [258n] },
    ],
    [
      { kind: 'erc1155', holder: address(9), id: 7n },
      { functionName: 'balanceOf', args: [address(9), 7n] },
    ],
    [{ kind: 'decimals' }, { functionName: 'decimals', args: [] }],
    [
      { kind: 'supports', id: 0x01ffc9a7n },
      { functionName: 'supportsInterface', args: ['0x01ffc9a7'] },
    ],
  ])('a question is encoded as the call that the ABI defines: $0', async (question, wanted) => {
    const { batch, asked } = getNode({});
    await fetchHoldingsAt(batch, [{ ...question, token: address(1) }], 7);
    const abi = parseAbi([
      'function balanceOf(address) view returns (uint256)',
      'function balanceOf(address,uint256) view returns (uint256)',
      'function ownerOf(uint256) view returns (address)',
      'function decimals() view returns (uint8)',
      'function supportsInterface(bytes4) view returns (bool)',
    ]);
    const alone = asked.map(([, first]) => first as { to?: string; data?: string }).find(({ to }) => to !== undefined);
    expect(alone?.data).toBe(encodeFunctionData({ ...wanted, abi: abi as Abi }));
  });

  test('only a revert or a short answer counts as a refusal; any other error leaves the token unread', async () => {
    const said: Record<string, Said> = {
      [address(1)]: { result: word(1) },
      [address(2)]: reverted,
      [address(3)]: { result: '0x' },
      [address(4)]: internal,
      [address(5)]: { code: -32000, message: 'something new' },
      [address(6)]: gone,
    };
    const { batch } = getNode({ token: (to) => said[to] as Said });
    const readings = await fetchHoldingsAt(batch, [1, 2, 3, 4, 5, 6].map(ask), 7);
    expect(readings).toEqual({ at: 7, values: values({ 1: word(1), 2: null, 3: null }) });
  });

  test('ownerOf is called with two million gas, and balanceOf with one million', async () => {
    const { batch, asked } = getNode({});
    await fetchHoldingsAt(batch, [{ kind: 'erc721', token: address(1), id: 5n }, ask(2)], 7);
    const gas = asked.flatMap(([, call]) => (call as { to?: string; gas?: string }).gas ?? []).slice(-2);
    expect(gas.map(Number)).toEqual([2_000_000, 1_000_000]);
  });

  test('a revert is ignored when the probe of its group of five tokens fails', async () => {
    const { batch, asked } = getNode({
      token: () => reverted,
      probe: (_, nth) => (nth === 2 ? gone : { result: '0x0' }),
    });
    const readings = await fetchHoldingsAt(
      batch,
      Array.from({ length: 12 }, (_, i) => ask(i)),
      7,
    );
    expect(asked.filter(([method]) => method === 'eth_getBalance')).toHaveLength(3);
    expect(Object.keys(readings?.values ?? {})).toEqual([0, 1, 2, 3, 4, 10, 11].map((n) => questionId(ask(n))));
  });

  test('a node without the state of the block returns nothing, and a broken node throws', async () => {
    const pruned = getNode({ token: () => gone, probe: () => gone });
    expect(await fetchHoldingsAt(pruned.batch, [ask(1)], 7)).toBeUndefined();
    const broken = getNode({ token: () => internal, probe: () => internal });
    await expect(fetchHoldingsAt(broken.batch, [ask(1)], 7)).rejects.toMatchObject({ failure: 'broken' });
  });

  test('holdings are read at the head when the state of the block is gone, but not when the node fails', async () => {
    const old = (tag: unknown): Said => (tag === '0x9' ? { result: word(9) } : gone);
    const pruned = getNode({ token: (_, tag) => old(tag), probe: old });
    const atBlock = createAtBlock(pruned.batch);
    expect(await fetchHoldings(pruned.batch, atBlock, [ask(1)], block, 9)).toEqual({
      at: 9,
      values: values({ 1: word(9) }),
    });
    const broken = getNode({ token: () => internal, probe: () => internal });
    await expect(fetchHoldings(broken.batch, createAtBlock(broken.batch), [ask(1)], block, 9)).rejects.toThrow();
  });
});

describe('a node that rejects block hashes', () => {
  const noHashes = {
    code: -32602,
    message: 'invalid argument 1: cannot unmarshal object into Go value of type string',
  };
  const rules: Rules = {
    token: (_, tag) => (typeof tag === 'string' ? { result: word(5) } : noHashes),
    probe: (tag) => (typeof tag === 'string' ? { result: '0x3' } : noHashes),
  };

  test('a block is read by number with its hash checked before and after, and is not tried by hash again', async () => {
    const { batch, asked } = getNode(rules);
    const atBlock = createAtBlock(batch);
    const read = () => fetchHoldings(batch, atBlock, [ask(1)], block, 9);
    expect(await read()).toEqual({ at: 7, values: values({ 1: word(5) }) });
    asked.length = 0;
    await read();
    expect(asked.filter(([, , tag]) => typeof tag === 'object')).toEqual([]);
    const methods = asked.map(([method]) => method);
    expect([methods[0], methods.at(-1)]).toEqual(['eth_getBlockByNumber', 'eth_getBlockByNumber']);
    expect(await atBlock(block, (tag) => manyBalances(batch, [address(1)], tag))).toEqual({ [address(1)]: '0x3' });
  });

  test.each([1, 2])('a read by number is discarded if check %i finds another hash', async (changed) => {
    const { batch } = getNode({ ...rules, hashAt: (nth) => (nth === changed ? word(1) : HASH) });
    expect(await createAtBlock(batch)(block, (tag) => manyBalances(batch, [address(1)], tag))).toBeUndefined();
  });
});
