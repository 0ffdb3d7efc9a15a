import { NodeDown } from '../../../../lambdas/core/node/errors';
import { handler } from '../../../../lambdas/evm/api/nfts/reindex-nft';
import { call } from '../../../support/endpoints/call';
import { NOW } from '../../../support/endpoints/deps';
import { BAD_IDS, CARDS, CHAIN, card, nftDeps, owners, PIECES, piece } from '../../../support/endpoints/nfts';
import { hidesItsCause, needsIndexedChain, PATH, refuses, unknown } from '../../../support/endpoints/refusals';
import { withMutedErrors } from '../../../support/endpoints/with-muted-errors';
import { address } from '../../../support/make/blocks';

const ask = (collection: string, tokenId: string) => ({ params: { chainId: CHAIN, address: collection, tokenId } });
const good = ask(CARDS, '7:reindex');
const read = (secondsAgo: number) => ({
  metadata: { status: 'INDEXED' } as const,
  readAt: Math.floor(NOW / 1_000) - secondsAgo,
});

describe('reindexNft', () => {
  test('201: a token of either standard is queued for a new read; the response is an empty object', async () => {
    const { deps, sent } = await nftDeps([card(7n, read(61)), piece(8n)]);
    for (const asked of [good, ask(PIECES, '8:reindex')]) {
      const { status, text } = await call(handler, deps, asked);
      expect([status, text]).toEqual([201, '{}']);
    }
    expect(sent).toEqual([
      { chainId: CHAIN, token: CARDS, kind: 'erc721', ids: ['7'], create: true },
      { chainId: CHAIN, token: PIECES, kind: 'erc1155', ids: ['8'], create: true },
    ]);
  });
  test('201: a token that was read within the last minute is not queued again', async () => {
    const { deps, sent } = await nftDeps([card(7n, read(58))]);
    expect((await call(handler, deps, good)).status).toBe(201);
    expect(sent).toEqual([]);
  });
  test('201: a token that is not indexed is added if its contract names an owner', async () => {
    const { deps, sent } = await nftDeps([], owners({ 7: address(5) }));
    expect((await call(handler, deps, good)).status).toBe(201);
    expect(sent).toHaveLength(1);
  });
  test.each([
    ['a token that neither index nor contract knows', '9:reindex', `token 9 of collection ${CARDS} on chain ${CHAIN}`],
    ['a token ID without an action', '7', 'POST undefined'],
    ['an unknown action', '7:burn', 'POST undefined'],
    ['the action in another case', '7:Reindex', 'POST undefined'],
  ])('404: %s is not found', async (_, tokenId, what) => {
    const { deps, sent } = await nftDeps([card(7n)], owners({}));
    const { status, body } = await call(handler, deps, ask(CARDS, tokenId));
    expect([status, body.message, sent]).toEqual([404, `${what} was not found`, []]);
  });
  test('503: a token that is not indexed is unavailable while the node is down', async () => {
    const { deps, sent } = await nftDeps([], async () => {
      throw new NodeDown('the node of chain 31337 does not answer');
    });
    expect([(await withMutedErrors(() => call(handler, deps, good))).status, sent]).toEqual([503, []]);
  });
  refuses(handler, good, [PATH.chainId, PATH.address, ...BAD_IDS(':reindex'), unknown()]);
  needsIndexedChain(handler, good);
  hidesItsCause(handler, good);
});
