import { NodeDown, NodeRefused } from '../../../../lambdas/core/node/errors';
import { handler } from '../../../../lambdas/evm/api/nfts/get-token-details';
import { call } from '../../../support/endpoints/call';
import { BAD_IDS, CARDS, CHAIN, card, nftDeps, owners, PIECES, piece, READ_AT } from '../../../support/endpoints/nfts';
import { hidesItsCause, needsIndexedChain, PATH, refuses } from '../../../support/endpoints/refusals';
import { withMutedErrors } from '../../../support/endpoints/with-muted-errors';
import { address } from '../../../support/make/blocks';

const ask = (collection: string, tokenId: string) => ({ params: { chainId: CHAIN, address: collection, tokenId } });
const good = ask(CARDS, '7');
const refused = async () => {
  throw new NodeRefused(-32_000, 'limit exceeded');
};
const down = async () => {
  throw new NodeDown('the node of chain 31337 does not answer');
};

describe('getTokenDetails', () => {
  test('200: an ERC-721 token has all its fields, with the current owner from its contract', async () => {
    const imageUri = `data:image/png;base64,${'A'.repeat(10_000)}`;
    const row = card(7n, { tokenUri: 'ipfs://x', metadata: { status: 'INDEXED', name: 'Seven', imageUri } });
    const { deps } = await nftDeps([row], owners({ 7: address(0xabc) }));
    const { status, body } = await call(handler, deps, good);
    expect([status, body]).toEqual([
      200,
      {
        address: '0x0000000000000000000000000000000000000721',
        tokenId: '7',
        tokenUri: 'ipfs://x',
        name: 'Named ERC-721',
        symbol: 'SYM',
        ercType: 'ERC-721',
        ownerAddress: '0x0000000000000000000000000000000000000aBc',
        metadata: { indexStatus: 'INDEXED', metadataLastUpdatedTimestamp: READ_AT, name: 'Seven', imageUri },
      },
    ]);
  });
  test('200: ownerAddress is omitted if the node is down or refuses the call, or the token has no owner', async () => {
    const row = card(7n, { metadata: { status: 'MISSING_TOKEN' } });
    for (const node of [down, refused, owners({})]) {
      const { deps } = await nftDeps([row], node);
      const { status, body } = await call(handler, deps, good);
      expect([status, body.ownerAddress, body.metadata]).toEqual([
        200,
        undefined,
        { indexStatus: 'MISSING_TOKEN', metadataLastUpdatedTimestamp: READ_AT },
      ]);
    }
  });
  test('200: an ERC-1155 token needs no node', async () => {
    const { deps } = await nftDeps([piece(7n)], down);
    const { status, body } = await call(handler, deps, ask(PIECES, '7'));
    expect([status, body.ercType, body.ownerAddress]).toEqual([200, 'ERC-1155', undefined]);
  });
  test('200: a token that is not indexed is read from its contract', async () => {
    const { deps } = await nftDeps([], owners({ 7: address(0xabc) }));
    const { status, body } = await call(handler, deps, good);
    expect([status, body.metadata, body.ownerAddress]).toEqual([
      200,
      { indexStatus: 'UNINDEXED' },
      '0x0000000000000000000000000000000000000aBc',
    ]);
  });
  test.each([
    ['an ERC-721 token without an owner', good],
    ['an ERC-1155 token that never moved', ask(PIECES, '9')],
  ])('404: %s is not found', async (_, asked) => {
    const { deps } = await nftDeps([], owners({}));
    const { status, body } = await call(handler, deps, asked);
    const { address: collection, tokenId } = asked.params;
    expect([status, body.message]).toEqual([
      404,
      `token ${tokenId} of collection ${collection} on chain ${CHAIN} was not found`,
    ]);
  });
  test('503: a token that is not indexed is unavailable while the node is down', async () => {
    const { deps } = await nftDeps([], down);
    const { status, body } = await withMutedErrors(() => call(handler, deps, good));
    expect([status, body.error]).toEqual([503, 'Service Unavailable']);
  });
  refuses(handler, good, [PATH.chainId, PATH.address, ...BAD_IDS()]);
  needsIndexedChain(handler, good);
  hidesItsCause(handler, good);
});
