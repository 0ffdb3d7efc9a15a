import { getFailure } from '../../../lambdas/core/node/classify';
import { NodeDown } from '../../../lambdas/core/node/errors';
import type { Node } from '../../../lambdas/evm/node/node';
import type { Amount, Holding } from '../../../lambdas/evm/tokens/domain/holdings';
import { holdingItem } from '../../../lambdas/evm/tokens/rows/holding-item';
import { TOKEN, tokenKey } from '../../../lambdas/evm/tokens/rows/token-item';
import { captureLog } from '../capture-log';
import { aCursor, address, aRawBlock } from '../make/blocks';
import { call, type Handler } from './call';
import { type AllDeps, depsWith } from './deps';
import { badQuery, hidesItsCause, needsIndexedChain, PATH, refuses } from './refusals';

/** Indexed up to block 9. */
export const CHAIN = '31337';
export const HOLDER = address(1);
export const token = (n: number): string => address(1_000 + n);

type Kind = Holding['kind'];
export const row = (kind: Kind, n: number, amount: Amount | bigint, id?: bigint) => ({
  holding: { kind, token: token(n), holder: HOLDER, ...(id === undefined ? {} : { id }) },
  amount: typeof amount === 'bigint' ? { value: amount, at: 5 } : amount,
});
const word = (value: bigint | string): string =>
  `0x${(typeof value === 'bigint' ? value.toString(16) : value.slice(2)).padStart(64, '0')}`;

/** The holder has 7 wei and these amounts by token number; other tokens revert. */
export const nodeSays =
  (amounts: Readonly<Record<number, bigint | string>> = {}, asked: string[] = []): Node['call'] =>
  async (_, method, params) => {
    const [first, tag] = params as [string | { to: string }, string];
    asked.push(`${method} ${typeof first === 'string' ? first : first.to} ${tag}`);
    if (method === 'eth_getBalance') return '0x7';
    const found = typeof first === 'object' ? amounts[Number(first.to) - 1_000] : undefined;
    if (found === undefined) throw getFailure({ code: 3, message: 'execution reverted' });
    return word(found);
  };

export async function holdingDeps(
  rows: readonly ReturnType<typeof row>[],
  tokens: Readonly<Record<number, Record<string, unknown>>> = {},
  node: Node['call'] = nodeSays(),
) {
  const cursors = { [CHAIN]: aCursor({ number: 9 }) };
  const made = await depsWith({ blocks: { [CHAIN]: [aRawBlock(1, [{ from: 2, to: 3 }])] }, cursors, node });
  await made.table.write(rows.map(({ holding, amount }) => ({ put: holdingItem(CHAIN, holding, amount, 0) })));
  for (const [n, attributes] of Object.entries(tokens))
    await made.table.update(tokenKey(CHAIN, token(Number(n))), { set: { [TOKEN.ercType]: 'ERC-20', ...attributes } });
  return made;
}

export const ask = (query: Record<string, string> = {}) => ({ params: { chainId: CHAIN, address: HOLDER }, query });

export function listsBalances(handler: Handler<AllDeps>, field: string, kind: Kind): void {
  const id = kind === 'erc20' ? undefined : 4n;
  const amount = kind === 'erc721' ? 1n : 12n;
  const told = kind === 'erc721' ? HOLDER : amount;
  const addresses = (body: Record<string, unknown>) =>
    (body[field] as { address: string }[]).map((one) => Number(one.address) - 1_000);

  test('200: pages of any size return every non-zero holding once, by contract address', async () => {
    const rows = [5, 1, 3, 2, 4].map((n) => row(kind, n, n === 3 ? 0n : amount, id));
    const { deps } = await holdingDeps(rows);
    for (const pageSize of ['1', '2', '500']) {
      const found: number[] = [];
      let pageToken: string | undefined;
      do {
        const { status, body } = await call(handler, deps, ask({ pageSize, ...(pageToken ? { pageToken } : {}) }));
        expect(status).toBe(200);
        found.push(...addresses(body));
        pageToken = body.nextPageToken as string | undefined;
      } while (pageToken);
      expect(found).toEqual([1, 2, 4, 5]);
    }
  });
  test('200: unread amounts are read from the node at the indexed block; refused ones are omitted', async () => {
    const asked: string[] = [];
    const rows = [row(kind, 1, 'unread', id), row(kind, 2, 'refused', id), row(kind, 3, 'unread', id)];
    const { deps } = await holdingDeps(rows, {}, nodeSays({ 1: told }, asked));
    const { status, body } = await call(handler, deps, ask());
    expect([status, addresses(body)]).toEqual([200, [1]]);
    expect(asked).toContain(`eth_call ${token(1)} 0x9`);
    expect(asked.some((one) => one.startsWith(`eth_call ${token(2)}`))).toBe(false);
  });
  test('200: the balance of a live token comes from the node, not from its row', async () => {
    const rows = [row(kind, 1, 0n, id), row(kind, 2, amount, id)];
    const { deps } = await holdingDeps(rows, { 1: { lv: true } }, nodeSays({ 1: told }));
    const { body } = await call(handler, deps, ask());
    expect(addresses(body)).toEqual([1, 2]);
  });
  test('503: unread amounts are not guessed while the node is down', async () => {
    const log = captureLog();
    const node = async (_: string, method: string) => {
      if (method === 'eth_getBalance' && id === undefined) return '0x7';
      throw new NodeDown('the node of chain 31337 does not answer');
    };
    const { deps } = await holdingDeps([row(kind, 1, 'unread', id)], {}, node);
    const { status, body } = await call(handler, deps, ask());
    expect([status, body.error]).toEqual([503, 'Service Unavailable']);
    log.restore();
  });
  test.each([
    ['lacks the state of the indexed block', { code: -32_000, message: 'missing trie node' }],
    ['serves no state at all', { code: -32_601, message: 'the method eth_call does not exist' }],
  ])('503: also if the node %s', async (_, error) => {
    const log = captureLog();
    const node = async () => {
      throw getFailure(error);
    };
    const { deps } = await holdingDeps([row(kind, 1, 'unread', id)], {}, node);
    const { status, body } = await call(handler, deps, ask());
    expect([status, body.message]).toEqual([503, 'the node of chain 31337 keeps no state of block 9']);
    log.restore();
  });
  refuses(handler, ask(), [
    PATH.chainId,
    PATH.address,
    badQuery('pageSize', '0', 'must be a whole number from 1 to 500'),
    badQuery('pageSize', '501', 'must be a whole number from 1 to 500'),
    badQuery('pageToken', '!!', 'must be a nextPageToken of this endpoint'),
  ]);
  needsIndexedChain(handler, ask());
  hidesItsCause(handler, ask());
}
