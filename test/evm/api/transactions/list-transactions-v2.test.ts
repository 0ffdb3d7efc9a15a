import { handler } from '../../../../lambdas/evm/api/transactions/list-transactions-v2';
import { isListOfBlocks } from '../../../support/endpoints/block-lists';
import { call } from '../../../support/endpoints/call';
import { depsWith } from '../../../support/endpoints/deps';
import { mergesKinds } from '../../../support/endpoints/merged-lists';
import { badQuery, refuses } from '../../../support/endpoints/refusals';
import { transactionsShown } from '../../../support/endpoints/shown';
import { readPages } from '../../../support/endpoints/transactions';
import { address, aRawBlock, type Sent, type SentLog } from '../../../support/make/blocks';
import { knowTokens } from '../../../support/make/known-tokens';
import { aTransfer } from '../../../support/make/logs';
import { ME, tokenWorld, transactionsIn } from '../../../support/make/token-world';

const blocks = tokenWorld(7, 20);
const truth = transactionsIn(blocks, ME).map(({ block, row: { isNative: _, ...row } }) => ({ block, row }));
const ask = (query = {}) => ({ params: { chainId: '31337', address: address(2) }, query });

// Address 2 receives a benign token, a malicious one of each kind, and an unknown one.
const [GOOD, BAD, BAD_NFT, BAD_ITEMS, NEW] = [20, 21, 22, 23, 24];
const of20 = (token: number): SentLog => aTransfer({ kind: 'erc20', token, from: 1, to: 2 });
const bad = [
  of20(BAD),
  aTransfer({ kind: 'erc721', token: BAD_NFT, from: 1, to: 2 }),
  aTransfer({ kind: 'erc1155', token: BAD_ITEMS, from: 1, to: 2 }),
];
const sent: Sent[] = [
  { from: 1, to: GOOD, logs: [of20(GOOD)] },
  { from: 1, to: BAD, logs: bad },
  { from: 1, to: GOOD, logs: [...bad, of20(NEW)] },
  { from: 2, to: BAD, logs: bad },
];
const known = [
  { token: GOOD, name: 'Good', symbol: 'G', decimals: 18, reputation: 'Benign' as const },
  ...[BAD, BAD_NFT, BAD_ITEMS].map((token) => ({ token, reputation: 'Malicious' as const })),
];
const spammed = async () => {
  const { deps, table } = await depsWith({ blocks: { 31337: [aRawBlock(1, sent)] } });
  await knowTokens(table, known);
  return deps;
};
/** Each transaction's place with the tokens of its transfers. */
const tokensShown = (body: Record<string, unknown>) =>
  transactionsShown(body).map(({ place, transfers }) => [place, transfers.map(({ token }) => Number(token))]);

describe('listTransactionsV2', () => {
  test.each([
    ['by default', {}],
    ['with filterSpamTokens=true', { filterSpamTokens: 'true' }],
  ])('200: malicious transfers, and transactions listed only for them, are omitted %s', async (_, query) => {
    const deps = await spammed();
    const expected = [
      ['1/3', []],
      ['1/2', [NEW]],
      ['1/0', [GOOD]],
    ];
    expect(tokensShown((await call(handler, deps, ask(query))).body)).toEqual(expected);
    const pages = await readPages(handler, deps, ask({ ...query, pageSize: '1' }));
    expect(pages.map(tokensShown)).toEqual([
      ...expected.slice(0, 2).map((row) => [row]),
      [],
      ...expected.slice(2).map((row) => [row]),
    ]);
  });
  test('200: malicious transfers are shown with filterSpamTokens=false', async () => {
    const { body } = await call(handler, await spammed(), ask({ filterSpamTokens: 'false' }));
    const all = [BAD, BAD_NFT, BAD_ITEMS];
    expect(tokensShown(body)).toEqual([
      ['1/3', all],
      ['1/2', [BAD, NEW, BAD_NFT, BAD_ITEMS]],
      ['1/1', all],
      ['1/0', [GOOD]],
    ]);
  });
  test('200: a token has its reputation: Benign, Malicious, or null if unknown', async () => {
    const { body } = await call(handler, await spammed(), ask({ filterSpamTokens: 'false' }));
    const rows = body.transactions as { erc20Transfers: { erc20Token: unknown }[] }[];
    const tokens = rows.flatMap((row) => row.erc20Transfers.map(({ erc20Token }) => erc20Token));
    const known = { ercType: 'ERC-20' };
    const plain = { ...known, name: '', symbol: '', decimals: 0, decimalsMissing: true };
    const malicious = { ...plain, address: address(BAD), tokenReputation: 'Malicious' };
    expect(tokens).toEqual([
      malicious,
      malicious,
      { ...plain, address: address(NEW), tokenReputation: null },
      malicious,
      { ...known, address: address(GOOD), name: 'Good', symbol: 'G', decimals: 18, tokenReputation: 'Benign' },
    ]);
  });
  mergesKinds(handler, ['7']);
  isListOfBlocks({
    ...{ handler, address: ME, blocks, truth, toRows: transactionsShown },
    takes: ['filterSpamTokens', 'sortOrder'],
  });
  refuses(handler, ask(), [badQuery('filterSpamTokens', '1', 'must be true or false')]);
});
