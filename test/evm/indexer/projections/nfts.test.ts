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

/** A block with these moves; `from` and `to` are people unless they are 0. */
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
/** A block in which a collection announces new metadata of single ids or of ranges. */
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

/** Sessions over one table, and the messages that they sent. */
function sessions() {
  const { table } = memoryTable();
  const sent: SeenNfts[] = [];
  const queue = { send: async (messages: readonly unknown[]) => void sent.push(...(messages as SeenNfts[])) };
  return {
    table,
    /** The messages since the last call: `token/kind: ids`. */
    announced: () =>
      sent.splice(0).map(({ token, kind, ids }) => `${Number(token).toString(16)}/${kind}: ${ids.join(' ')}`),
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
  test('a new NFT gets a row with its first block and is announced once per session', async () => {
    const { begin, announced, row } = sessions();
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
    expect(announced()).toEqual(['721/erc721: 1 2', '1155/erc1155: 5']);
    await session.index(block(5, [card(1n), card(2n)]));
    expect(announced()).toEqual([]);
  });

  test('an airdrop of 5,000 NFTs takes 100 messages and 50 reads', async () => {
    const { begin, announced, table } = sessions();
    const drop = block(
      3,
      Array.from({ length: 5_000 }, (_, i) => card(BigInt(i), { from: 0 })),
    );
    table.meter.requests = 0;
    await begin().index(drop);
    // Another 200 write the rows, as part of the block's writes.
    expect(table.meter.requests - 200).toBe(50);
    const messages = announced();
    expect(messages).toHaveLength(100);
    expect(new Set(messages.flatMap((text) => text.slice(text.indexOf(':') + 2).split(' '))).size).toBe(5_000);
  });

  test('a new session announces unread tokens again and keeps the metadata of read ones', async () => {
    const { begin, announced, row, read } = sessions();
    await begin().index(block(3, [card(1n), card(2n)]));
    await read(1n);
    announced();
    await begin().index(block(4, [card(1n), card(2n)]));
    expect(announced()).toEqual(['721/erc721: 2']);
    expect((await row(1n))?.metadata?.name).toBe('Read');
  });

  test('an announcement lost in a crash is sent by the redo', async () => {
    const { begin, announced } = sessions();
    await begin().write(block(3, [card(1n)]));
    await begin().index(block(3, [card(1n)]));
    expect(announced()).toEqual(['721/erc721: 1']);
  });

  test('a burn and a later mint are announced even for a known token', async () => {
    const { begin, announced, read } = sessions();
    const session = begin();
    await session.index(block(3, [card(1n, { from: 0 })]));
    await read(1n);
    announced();
    await session.index(block(4, [card(1n, { to: 0 })]));
    await session.index(block(5, [card(1n, { from: 0 })]));
    expect(announced()).toEqual(['721/erc721: 1', '721/erc721: 1']);
  });

  test('a rollback deletes rows first seen in an orphan and re-announces the others', async () => {
    const { begin, announced, row, read } = sessions();
    const session = begin();
    await session.index(block(3, [card(1n)]));
    await read(1n);
    const orphans = [block(4, [card(1n), card(2n)]), block(5, [card(2n)])];
    await session.index(...orphans);
    announced();
    await session.takeBack(orphans, 3);
    expect([(await row(1n))?.since, await row(2n)]).toEqual([3, undefined]);
    expect(announced()).toEqual(['721/erc721: 1']);
    await session.index(block(4, []), block(5, [card(2n)]));
    expect([(await row(2n))?.since, announced()]).toEqual([5, ['721/erc721: 2']]);
  });

  test('a backfill that finds an earlier block lowers the first block of a row, so that a rollback keeps it', async () => {
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

  test('the lower of two concurrently backfilled blocks becomes the first block, in either write order', async () => {
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
      // Both have read that the row is absent.
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

describe('NFTs with changed metadata', () => {
  test('a known and read NFT is announced again, once, when its metadata changes', async () => {
    const { begin, announced, read } = sessions();
    const session = begin();
    await session.index(block(3, [card(1n), card(2n)]));
    await Promise.all([read(1n), read(2n)]);
    announced();
    await session.index(changed(4, [2n, 1n, 2n]), changed(5, [9n], PIECES, URI));
    expect(announced()).toEqual(['721/erc721: 2 1', '1155/erc1155: 9']);
    await session.index(changed(6, [1n]));
    expect(announced()).toEqual(['721/erc721: 1']);
  });

  test('an NFT that is minted and changed is announced once', async () => {
    const { begin, announced } = sessions();
    await begin().index(block(3, [card(1n, { from: 0 })]), changed(4, [1n]));
    expect(announced()).toEqual(['721/erc721: 1']);
  });

  test('a range of changed NFTs is one message at any width, even if repeated', async () => {
    const { begin, ranges } = sessions();
    const whole = [0n, 2n ** 256n - 1n] as const;
    await begin().index(changed(3, [whole, [5n, 6n], whole]), changed(4, [whole]));
    expect(ranges()).toEqual([
      ['0', String(2n ** 256n - 1n)],
      ['5', '6'],
    ]);
  });

  test('more than 20 ranges of one collection are merged into one message that spans them', async () => {
    const { begin, ranges } = sessions();
    const many = Array.from({ length: 21 }, (_, i) => [BigInt(1_000 - i * 10), BigInt(1_005 - i * 10)] as const);
    await begin().index(changed(3, many.slice(1)));
    expect(ranges()).toHaveLength(20);
    await begin().index(changed(4, many));
    expect(ranges()).toEqual([['800', '1005']]);
  });

  test('history does not announce changed metadata', async () => {
    const { begin, announced } = sessions();
    await begin('history').index(changed(3, [1n, [5n, 6n]]));
    expect(announced()).toEqual([]);
  });
});

test('a consecutive transfer gets a row for each id, and a rollback deletes them', async () => {
  const { begin, announced, row } = sessions();
  const session = begin();
  const mint = derive(
    aRawBlock(3, [{ from: 1, to: 2, logs: [aRange({ token: CARDS, from: 0, to: 7 }, 10n, 12n)] }]),
    0,
  );
  await session.index(mint);
  expect([(await row(10n))?.since, (await row(12n))?.since, await row(13n)]).toEqual([3, 3, undefined]);
  expect(announced()).toEqual(['721/erc721: 10 11 12']);
  await session.takeBack([mint], 2);
  expect([await row(10n), await row(11n), await row(12n)]).toEqual([undefined, undefined, undefined]);
});
