import { NodeDown } from '../../../lambdas/core/node/errors';
import type { RawBlock } from '../../../lambdas/evm/domain/rpc';
import type { TransferKind } from '../../../lambdas/evm/domain/transfers';
import { evmReaders } from '../../../lambdas/evm/rows/readers';
import { type Question, questionId } from '../../../lambdas/evm/tokens/domain/holdings';
import { TOKEN, tokenKey } from '../../../lambdas/evm/tokens/rows/token-item';
import { evmIndexer, headOver } from '../../support/follower/evm';
import { address, aRawBlock, type SentLog } from '../../support/make/blocks';
import { aPlainTransfer, aRange } from '../../support/make/logs';
import { memoryTable } from '../../support/tables/memory';

const CHAIN = '31337';
/** A collection that indexes no id, a coin that indexes its amounts, an ordinary coin, and one that answers nothing. */
const [CARDS, ODD_COIN, COIN, MUTE] = [0x721, 0x20, 0x21, 0x22];
const [ALICE, BOB] = [7, 8];
const word = (value: bigint | number) => `0x${BigInt(value).toString(16).padStart(64, '0')}`;

/** Bob owns every id unless it is burned, and 500 of each coin. */
function getAnswer({ kind, token, id }: Question, isBurned: boolean): string | null {
  if (Number(token) === MUTE) return null;
  const isCollection = Number(token) === CARDS;
  if (kind === 'supports') return isCollection ? word(id === 0x80ac58cdn ? 1 : 0) : null;
  if (kind === 'decimals') return isCollection ? null : word(18);
  if (kind === 'erc721') return isCollection && !isBurned ? word(BigInt(address(BOB))) : null;
  return word(500);
}

function follower(chain = memoryTable()) {
  const { table, items } = chain;
  const state = { isDown: false, isBurned: false };
  const asked: string[] = [];
  const answer = async (questions: readonly Question[], at: number) => {
    if (state.isDown) throw new NodeDown('down');
    for (const { kind, token } of questions) if (kind === 'supports') asked.push(token);
    return {
      at,
      values: Object.fromEntries(questions.map((one) => [questionId(one), getAnswer(one, state.isBurned)])),
    };
  };
  const node = {
    holdings: (block: { number: number }, questions: readonly Question[]) => answer(questions, block.number),
    holdingsAt: answer,
  };
  const indexer = evmIndexer(table, { node });
  const prepare = (...blocks: RawBlock[]) => indexer.prepare(blocks, Number(blocks.at(-1)?.block.number));
  return {
    ...{ chain, table, items, state, prepare },
    async index(...blocks: RawBlock[]): Promise<RawBlock[]> {
      const prepared = await prepare(...blocks);
      await indexer.apply(prepared, headOver(table));
      return prepared;
    },
    async takeBack(orphan: RawBlock, below: RawBlock): Promise<void> {
      const number = Number(below.block.number);
      const reversal = await indexer.revert?.(number, headOver(table, { epoch: 1 }));
      await reversal?.facts([orphan]);
      await reversal?.summaries({ number, hash: below.block.hash, time: 0, cumulative: 0 });
    },
    /** The contracts asked since the last call. */
    asked: () => [...new Set(asked.splice(0))].map(Number),
    /** Bob's holdings: the ids or the amount of each token. */
    async held(kind: TransferKind) {
      const reader = { erc20: 'Erc20Holding', erc721: 'Erc721Holding', erc1155: 'Erc1155Holding' } as const;
      const { pk, low, high, rows } = evmReaders[reader[kind]](table).ofAddress(CHAIN, address(BOB));
      const { items: found } = await table.query({ pk, low: String(low), high, ascending: true, limit: 100 });
      return found
        .flatMap((item) => rows(item))
        .map(({ value: { token, id, amount } }) => [
          Number(token),
          id ?? (typeof amount === 'object' ? amount.value : amount),
        ]);
    },
  };
}
const block = (number: number, ...logs: SentLog[]) => aRawBlock(number, [{ from: 1, to: 2, logs }]);
const moved = (token: number, topics: 1 | 3 | 4, amount = 42n) =>
  aPlainTransfer({ token, from: ALICE, to: BOB }, amount, topics);

describe('transfers in the layout of another standard', () => {
  test.each([1, 3] as const)('a transfer of a collection with %d topics moves an ERC-721 id', async (topics) => {
    const { index, held } = follower();
    await index(block(1, moved(CARDS, topics)));
    expect([await held('erc721'), await held('erc20')]).toEqual([[[CARDS, 42n]], []]);
  });

  test('a transfer of a coin with four topics moves an ERC-20 amount', async () => {
    const { index, held } = follower();
    await index(block(1, moved(ODD_COIN, 4)));
    expect([await held('erc20'), await held('erc721')]).toEqual([[[ODD_COIN, 500n]], []]);
  });

  test('a raw block keeps the stated standards, so that a rollback removes all rows', async () => {
    const { index, takeBack, items } = follower();
    const first = block(1);
    await index(first);
    const before = await items();
    const [orphan] = await index(block(2, moved(CARDS, 3), moved(ODD_COIN, 4)));
    expect(orphan?.standards).toEqual({ [address(CARDS)]: 'erc721', [address(ODD_COIN)]: 'erc20' });
    if (orphan) await takeBack(orphan, first);
    // Balances of 0 stay, as they are read again.
    const left = (await items()).filter((item) => !before.includes(item) && !item.startsWith('b#'));
    expect(left).toEqual([]);
  });
});

describe('stated standards', () => {
  test('a contract is asked once a session, and raw blocks store standards that are new or differ from the layout', async () => {
    const { prepare, asked } = follower();
    const [first] = await prepare(block(1, moved(CARDS, 3), moved(COIN, 3)));
    expect(asked()).toEqual([CARDS, COIN]);
    expect(first?.standards).toEqual({ [address(CARDS)]: 'erc721', [address(COIN)]: 'as-logged' });
    const [second, third] = await prepare(block(2, moved(CARDS, 3), moved(COIN, 3)), block(3, moved(COIN, 3)));
    expect([asked(), second?.standards, third?.standards]).toEqual([[], { [address(CARDS)]: 'erc721' }, undefined]);
  });

  test('a standard in the token record is used without asking the contract', async () => {
    const { table, prepare, asked } = follower();
    await table.update(tokenKey(CHAIN, address(CARDS)), { set: { [TOKEN.standard]: 'erc721' } });
    await table.update(tokenKey(CHAIN, address(COIN)), { set: { [TOKEN.standard]: 'as-logged' } });
    const [raw] = await prepare(block(1, moved(CARDS, 3), moved(COIN, 3)));
    expect([asked(), raw?.standards]).toEqual([[], { [address(CARDS)]: 'erc721' }]);
  });

  test('a redeployed contract is asked again despite the standard in its record', async () => {
    const { table, prepare, asked } = follower();
    const contract = 9_000_000 + 1_000;
    await table.update(tokenKey(CHAIN, address(contract)), { set: { [TOKEN.standard]: 'erc721' } });
    const [raw] = await prepare(aRawBlock(1, [{ from: 1, logs: [moved(contract, 3)] }]));
    expect([asked(), raw?.standards]).toEqual([[contract], { [address(contract)]: 'as-logged' }]);
  });

  test('a standard follows the layout while the node is down, and is asked for again with the next block', async () => {
    const { index, held, state, asked } = follower();
    state.isDown = true;
    const [raw] = await index(block(1, moved(CARDS, 3)));
    expect([raw?.standards, await held('erc20')]).toEqual([undefined, [[CARDS, 'unread']]]);
    state.isDown = false;
    const [later] = await index(block(2, moved(CARDS, 3, 43n)));
    expect([asked(), later?.standards, await held('erc721')]).toEqual([
      [CARDS],
      { [address(CARDS)]: 'erc721' },
      [[CARDS, 43n]],
    ]);
  });

  test('a contract that answers nothing is not asked again with each block', async () => {
    const { prepare, asked } = follower();
    await prepare(block(1, moved(MUTE, 3)));
    expect(asked()).toEqual([MUTE]);
    await prepare(block(2, moved(MUTE, 3)));
    expect(asked()).toEqual([]);
  });

  test('a block without transfers takes no calls and no table requests', async () => {
    const { prepare, asked, table } = follower();
    table.meter.requests = 0;
    const [raw] = await prepare(block(1));
    expect([asked(), raw?.standards, table.meter.requests]).toEqual([[], undefined, 0]);
  });
});

describe('consecutive transfers', () => {
  test('minted ids belong to their owner until a rollback', async () => {
    const { index, held, takeBack, state } = follower();
    const first = block(1);
    const [, orphan] = await index(first, block(2, aRange({ token: CARDS, from: 0, to: BOB }, 1n, 4n)));
    expect(await held('erc721')).toEqual([1n, 2n, 3n, 4n].map((id) => [CARDS, id]));
    expect(orphan?.standards).toBeUndefined();
    state.isBurned = true;
    if (orphan) await takeBack(orphan, first);
    expect(await held('erc721')).toEqual([]);
  });

  test('a consecutive transfer of 5,000 ids is indexed with one block', async () => {
    const { index, table } = follower();
    await index(block(1, aRange({ token: CARDS, from: 0, to: BOB }, 1n, 5_000n)));
    const list = evmReaders.Nft(table).ofCollection(CHAIN, address(CARDS));
    const { items } = await table.query({ ...list, low: String(list.low), ascending: false, limit: 1 });
    expect(items.flatMap((item) => list.rows(item)).map(({ value }) => value.id)).toEqual([5_000n]);
  });
});
