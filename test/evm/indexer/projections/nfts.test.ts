import { concat, keccak256, toHex } from 'viem/utils';
import type { AtHead } from '../../../../lambdas/chain/kind';
import type { SeenNfts } from '../../../../lambdas/evm/contract/messages';
import { derive } from '../../../../lambdas/evm/domain/derive';
import type { TransferKind } from '../../../../lambdas/evm/domain/transfers';
import { nfts } from '../../../../lambdas/evm/indexer/projections/nfts';
import { nftAttributes, nftKey, readNftItem } from '../../../../lambdas/evm/tokens/rows/nft-item';
import { headOver } from '../../../support/follower/evm';
import { address, aRawBlock } from '../../../support/make/blocks';
import { aRange, aTransfer } from '../../../support/make/logs';
import { memoryTable } from '../../../support/tables/memory';

const CHAIN = '31337';
const [CARDS, PIECES] = [0x721, 0x1155];

/** A block in which these moved; `from` and `to` are people unless they are 0. */
const block = (
  number: number,
  moves: readonly { kind: TransferKind; id?: bigint; from?: number; to?: number; token?: number }[],
) => {
  const logs = moves.map(({ kind, id = 1n, from = 7, to = 8, token = kind === 'erc1155' ? PIECES : CARDS }) =>
    aTransfer({ kind, id, from, to, token }),
  );
  return derive(aRawBlock(number, [{ from: 1, to: 2, logs }]), 0);
};
const card = (id: bigint, ends: { from?: number; to?: number } = {}) => ({ kind: 'erc721' as const, id, ...ends });

const [UPDATE, BATCH_UPDATE, URI] = [
  'MetadataUpdate(uint256)',
  'BatchMetadataUpdate(uint256,uint256)',
  'URI(string,uint256)',
];
/** A block in which a collection announces new metadata: of one id by number, of a range by its ends. */
const changed = (number: number, changes: readonly (bigint | readonly [bigint, bigint])[], token = CARDS, event = '') =>
  derive(
    aRawBlock(number, [
      {
        from: 1,
        to: 2,
        logs: changes.map((change) => {
          const ids = [change].flat();
          const topic = keccak256(toHex(event || (ids.length === 1 ? UPDATE : BATCH_UPDATE)));
          const words = ids.map((id) => toHex(id, { size: 32 }));
          return event === URI
            ? { address: address(token), topics: [topic, ...words], data: '0x' }
            : { address: address(token), topics: [topic], data: concat(words) };
        }),
      },
    ]),
    0,
  );

/** Sessions over one table, and what they sent. */
function sessions() {
  const { table } = memoryTable();
  const sent: SeenNfts[] = [];
  const queue = { send: async (messages: readonly unknown[]) => void sent.push(...(messages as SeenNfts[])) };
  return {
    table,
    /** What was sent since the last look: `token/kind: ids`. */
    told: () => sent.splice(0).map(({ token, kind, ids }) => `${Number(token).toString(16)}/${kind}: ${ids.join(' ')}`),
    /** The ranges that were sent since the last look. */
    ranges: () => sent.splice(0).map(({ range }) => range && [range.from, range.to]),
    begin(mode: 'head' | 'history' = 'head') {
      const projection = nfts(table, CHAIN, queue);
      const at = { ...headOver(table), mode } as AtHead;
      const write = async (...blocks: ReturnType<typeof block>[]) => {
        const applied = await projection.summarize(blocks, at);
        await table.write(applied.writes);
        return applied;
      };
      return {
        write,
        index: async (...blocks: ReturnType<typeof block>[]) => (await write(...blocks)).announce(),
        async takeBack(orphans: readonly ReturnType<typeof block>[], ancestor: number): Promise<void> {
          const { facts, summaries } = projection.revert(ancestor, at);
          for (const orphan of orphans.toReversed()) facts(orphan);
          await summaries();
        },
      };
    },
    row: async (id: bigint, token = CARDS) => {
      const item = await table.get(nftKey(CHAIN, { token: address(token), id }));
      return item && readNftItem(item);
    },
    /** As the worker does. */
    read: (id: bigint) =>
      table.update(nftKey(CHAIN, { token: address(CARDS), id }), {
        set: nftAttributes('erc721', 'ipfs://x', { status: 'INDEXED', name: 'Read' }, 1_700_000_000, false),
      }),
  };
}

describe('new NFTs', () => {
  test('each gets a row with its first block, and is announced once per session', async () => {
    const { begin, told, row } = sessions();
    const session = begin();
    const pieces = { kind: 'erc1155' as const, id: 5n };
    await session.index(block(3, [card(1n), pieces, { kind: 'erc20' }]), block(4, [card(1n), card(2n)]));
    expect(await row(1n)).toEqual({
      token: address(CARDS),
      id: 1n,
      kind: 'erc721',
      status: 'UNINDEXED',
      since: 3,
    });
    expect([(await row(5n, PIECES))?.kind, (await row(2n))?.since]).toEqual(['erc1155', 4]);
    expect(told()).toEqual(['721/erc721: 1 2', '1155/erc1155: 5']);
    await session.index(block(5, [card(1n), card(2n)]));
    expect(told()).toEqual([]);
  });

  test('an airdrop of 5,000 is 100 messages and 50 reads', async () => {
    const { begin, told, table } = sessions();
    const drop = block(
      3,
      Array.from({ length: 5_000 }, (_, i) => card(BigInt(i), { from: 0 })),
    );
    table.meter.requests = 0;
    await begin().index(drop);
    // 200 more write the rows, as part of the blocks'.
    expect(table.meter.requests - 200).toBe(50);
    const messages = told();
    expect(messages).toHaveLength(100);
    expect(new Set(messages.flatMap((text) => text.slice(text.indexOf(':') + 2).split(' '))).size).toBe(5_000);
  });

  test('a session announces unread tokens again, and keeps what was read', async () => {
    const { begin, told, row, read } = sessions();
    await begin().index(block(3, [card(1n), card(2n)]));
    await read(1n);
    told();
    await begin().index(block(4, [card(1n), card(2n)]));
    expect(told()).toEqual(['721/erc721: 2']);
    expect((await row(1n))?.metadata?.name).toBe('Read');
  });

  test('after a crash before the announcement the redo announces it', async () => {
    const { begin, told } = sessions();
    await begin().write(block(3, [card(1n)]));
    await begin().index(block(3, [card(1n)]));
    expect(told()).toEqual(['721/erc721: 1']);
  });

  test('a burn, and a mint after it, are announced although the token is known', async () => {
    const { begin, told, read } = sessions();
    const session = begin();
    await session.index(block(3, [card(1n, { from: 0 })]));
    await read(1n);
    told();
    await session.index(block(4, [card(1n, { to: 0 })]));
    await session.index(block(5, [card(1n, { from: 0 })]));
    expect(told()).toEqual(['721/erc721: 1', '721/erc721: 1']);
  });

  test('a rollback deletes rows whose first block is an orphan, and has the rest read again; both may come back', async () => {
    const { begin, told, row, read } = sessions();
    const session = begin();
    await session.index(block(3, [card(1n)]));
    await read(1n);
    const orphans = [block(4, [card(1n), card(2n)]), block(5, [card(2n)])];
    await session.index(...orphans);
    told();
    await session.takeBack(orphans, 3);
    expect([(await row(1n))?.since, await row(2n)]).toEqual([3, undefined]);
    expect(told()).toEqual(['721/erc721: 1']);
    await session.index(block(4, []), block(5, [card(2n)]));
    expect([(await row(2n))?.since, told()]).toEqual([5, ['721/erc721: 2']]);
  });

  test('a backfill that finds an earlier block lowers the row’s first block: a rollback then keeps the row', async () => {
    const { begin, row, read } = sessions();
    const follower = begin();
    const orphan = block(9, [card(1n)]);
    await follower.index(orphan);
    await read(1n);
    await begin().index(block(2, [card(1n)]));
    expect(await row(1n)).toMatchObject({ since: 2, status: 'INDEXED' });
    await follower.takeBack([orphan], 8);
    expect(await row(1n)).toMatchObject({ since: 2, status: 'INDEXED' });
  });

  test('of two ranges of history that see one at the same moment, the lower block is its first, whichever writes last', async () => {
    for (const order of [
      [2, 9],
      [9, 2],
    ]) {
      const { table, row } = sessions();
      let others: (() => Promise<unknown>) | undefined;
      const inHistory = (own: typeof table) => (number: number) =>
        nfts(own, CHAIN, { send: async () => undefined }).summarize([block(number, [card(1n)])], {
          mode: 'history',
          signal: () => AbortSignal.timeout(1_000),
        });
      // Both have read that there is no row.
      const late: typeof table = {
        ...table,
        async putIfAbsent(item) {
          await others?.();
          return table.putIfAbsent(item);
        },
      };
      const [first = 0, last = 0] = order;
      others = async () => (await inHistory(table)(first)).announce();
      await (await inHistory(late)(last)).announce();
      expect([order, (await row(1n))?.since]).toEqual([order, 2]);
    }
  });
});

describe('NFTs whose metadata changed', () => {
  test('are announced again at once, each once, although they are known and read', async () => {
    const { begin, told, read } = sessions();
    const session = begin();
    await session.index(block(3, [card(1n), card(2n)]));
    await Promise.all([read(1n), read(2n)]);
    told();
    await session.index(changed(4, [2n, 1n, 2n]), changed(5, [9n], PIECES, URI));
    expect(told()).toEqual(['721/erc721: 2 1', '1155/erc1155: 9']);
    await session.index(changed(6, [1n]));
    expect(told()).toEqual(['721/erc721: 1']);
  });

  test('of a block that also mints them are announced once', async () => {
    const { begin, told } = sessions();
    await begin().index(block(3, [card(1n, { from: 0 })]), changed(4, [1n]));
    expect(told()).toEqual(['721/erc721: 1']);
  });

  test('in a range are one message, however wide it is, and repeated ranges are one', async () => {
    const { begin, ranges } = sessions();
    const whole = [0n, 2n ** 256n - 1n] as const;
    await begin().index(changed(3, [whole, [5n, 6n], whole]), changed(4, [whole]));
    expect(ranges()).toEqual([
      ['0', String(2n ** 256n - 1n)],
      ['5', '6'],
    ]);
  });

  test('in many ranges of one collection are one message that spans them', async () => {
    const { begin, ranges } = sessions();
    const many = Array.from({ length: 21 }, (_, i) => [BigInt(1_000 - i * 10), BigInt(1_005 - i * 10)] as const);
    await begin().index(changed(3, many.slice(1)));
    expect(ranges()).toHaveLength(20);
    await begin().index(changed(4, many));
    expect(ranges()).toEqual([['800', '1005']]);
  });

  test('are not announced by history', async () => {
    const { begin, told } = sessions();
    await begin('history').index(changed(3, [1n, [5n, 6n]]));
    expect(told()).toEqual([]);
  });
});

test('a range that moved at once gets a row for each id, and a rollback deletes them', async () => {
  const { begin, told, row } = sessions();
  const session = begin();
  const mint = derive(
    aRawBlock(3, [{ from: 1, to: 2, logs: [aRange({ token: CARDS, from: 0, to: 7 }, 10n, 12n)] }]),
    0,
  );
  await session.index(mint);
  expect([(await row(10n))?.since, (await row(12n))?.since, await row(13n)]).toEqual([3, 3, undefined]);
  expect(told()).toEqual(['721/erc721: 10 11 12']);
  await session.takeBack([mint], 2);
  expect([await row(10n), await row(11n), await row(12n)]).toEqual([undefined, undefined, undefined]);
});
