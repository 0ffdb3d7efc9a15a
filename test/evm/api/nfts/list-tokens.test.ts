import { handler } from '../../../../lambdas/evm/api/nfts/list-tokens';
import { call } from '../../../support/endpoints/call';
import { CARDS, CHAIN, card, nftDeps, PIECES, piece, READ_AT } from '../../../support/endpoints/nfts';
import { hidesItsCause, needsIndexedChain, PAGING, PATH, refuses } from '../../../support/endpoints/refusals';
import { readPages } from '../../../support/endpoints/transactions';

const ask = (address: string, query: Record<string, string> = {}) => ({ params: { chainId: CHAIN, address }, query });
const ids = (body: Record<string, unknown>) => (body.tokens as { tokenId: string }[]).map(({ tokenId }) => tokenId);
const good = ask(CARDS);

describe('listTokens', () => {
  test('200: pages of any size list all ids in numeric order, without burned tokens', async () => {
    const all = [2n, 10n, 1n, 2n ** 256n - 1n, 0xan * 16n, 255n];
    const rows = all.map((id) => card(id));
    const burned = [3n, 11n].map((id) => card(id, { metadata: { status: 'MISSING_TOKEN' } }));
    const { deps } = await nftDeps([...rows, ...burned, piece(7n)]);
    const inOrder = all.toSorted((a, b) => (a < b ? -1 : 1)).map(String);
    for (const pageSize of ['1', '2', '7', '100']) {
      const pages = await readPages(handler, deps, ask(CARDS, { pageSize }));
      expect([pageSize, pages.flatMap(ids)]).toEqual([pageSize, inOrder]);
    }
  });

  test('200: metadata has the fields of its standard, with its status and read time', async () => {
    const metadata = {
      status: 'INDEXED',
      name: 'One',
      imageUri: 'https://a.example/1.png',
      attributes: '[1]',
      properties: '{"a":1}',
      decimals: 2,
    } as const;
    const tokenUri = 'https://a.example/1';
    const { deps } = await nftDeps([card(1n, { tokenUri, metadata }), card(2n), piece(1n, { tokenUri, metadata })]);
    const shown = { indexStatus: 'INDEXED', metadataLastUpdatedTimestamp: READ_AT, name: 'One' };
    const { imageUri } = metadata;
    expect((await call(handler, deps, ask(CARDS))).body).toEqual({
      tokens: [
        {
          address: '0x0000000000000000000000000000000000000721',
          tokenId: '1',
          tokenUri,
          name: 'Named ERC-721',
          symbol: 'SYM',
          ercType: 'ERC-721',
          metadata: { ...shown, imageUri, attributes: '[1]' },
        },
        {
          address: '0x0000000000000000000000000000000000000721',
          tokenId: '2',
          tokenUri: '',
          name: 'Named ERC-721',
          symbol: 'SYM',
          ercType: 'ERC-721',
          metadata: { indexStatus: 'UNINDEXED' },
        },
      ],
    });
    expect((await call(handler, deps, ask(PIECES))).body.tokens).toMatchObject([
      { ercType: 'ERC-1155', metadata: { ...shown, imageUri, properties: '{"a":1}', decimals: 2 } },
    ]);
  });

  test('200: a page of the largest possible rows stays below 5 MB, and every row keeps its status', async () => {
    const wide = (length: number) => '"'.repeat(length);
    const metadata = {
      status: 'INDEXED',
      name: wide(256),
      description: wide(2_048),
      imageUri: `data:image/${wide(16_000)}`,
      animationUri: `ipfs://${wide(2_000)}`,
      externalUrl: `http://${wide(2_000)}`,
      attributes: `[${wide(2_000)}]`,
    } as const;
    const { deps } = await nftDeps(Array.from({ length: 100 }, (_, i) => card(BigInt(i), { metadata })));
    const { body, text } = await call(handler, deps, ask(CARDS, { pageSize: '100' }));
    expect(Buffer.byteLength(text)).toBeLessThan(5 * 2 ** 20);
    const tokens = body.tokens as { metadata: { indexStatus: string; name?: string; imageUri?: string } }[];
    expect(new Set(tokens.map((token) => token.metadata.indexStatus))).toEqual(new Set(['INDEXED']));
    expect(tokens[0]?.metadata).toMatchObject({ name: metadata.name });
    expect(tokens[0]?.metadata.imageUri).toBeUndefined();
    expect(tokens.at(-1)?.metadata).toEqual({ indexStatus: 'INDEXED' });
  });

  test('200: an unknown collection has no tokens', async () => {
    const { deps } = await nftDeps([]);
    const { status, body } = await call(handler, deps, good);
    expect([status, body]).toEqual([200, { tokens: [] }]);
  });

  refuses(handler, good, [...PAGING, PATH.chainId, PATH.address]);
  needsIndexedChain(handler, good);
  hidesItsCause(handler, good);
});
