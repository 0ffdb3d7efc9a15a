import type { Hex } from 'viem';
import { numberToHex, toFunctionSelector } from 'viem/utils';
import { getFailure } from '../../../lambdas/core/node/classify';
import { handler as metadata } from '../../../lambdas/evm/api/contracts/get-contract-metadata';
import { handler as details } from '../../../lambdas/evm/api/nfts/get-token-details';
import { handler as reindex } from '../../../lambdas/evm/api/nfts/reindex-nft';
import { call } from '../../support/endpoints/call';
import { depsWith } from '../../support/endpoints/deps';
import { address, aRawBlock } from '../../support/make/blocks';
import { knowTokens } from '../../support/make/known-tokens';

const CONTRACT = 20;
const INTERFACES = { erc165: '01ffc9a7', anything: 'ffffffff', erc721: '80ac58cd', erc1155: 'd9b67a26' } as const;
const word = (value: number): Hex => numberToHex(value, { size: 32 });
const supports = (id: keyof typeof INTERFACES) => `0x01ffc9a7${INTERFACES[id].padEnd(64, '0')}`;
const selector = (signature: string) => toFunctionSelector(`function ${signature}`);

type Answers = Readonly<Record<string, Hex>>;
/** Answers of a contract that claims these interfaces and no others. */
const claims = (...ids: (keyof typeof INTERFACES)[]): Answers =>
  Object.fromEntries(
    (Object.keys(INTERFACES) as (keyof typeof INTERFACES)[]).map((id) => [
      supports(id),
      word(id === 'erc165' || ids.includes(id) ? 1 : 0),
    ]),
  );
const OWNED: Answers = { [selector('ownerOf(uint256)')]: word(5) };
const FUNGIBLE: Answers = { [selector('decimals()')]: word(6), [selector('totalSupply()')]: word(100) };

/** A node with one contract, which answers these calls and reverts at others. */
const nodeWith =
  (answers: Answers) =>
  async (_: string, method: string, params: readonly unknown[] = []) => {
    if (method === 'eth_getCode') return '0x6001';
    const { data } = params[0] as { data: string };
    const found = answers[data] ?? answers[data.slice(0, 10)];
    if (found === undefined) throw getFailure({ code: 3, message: 'execution reverted' });
    return found;
  };

/** The contract's type by endpoint; 404 where a token is unknown. */
async function getKinds(answers: Answers, record?: object) {
  const { deps, table, sent } = await depsWith({
    blocks: { 31337: [aRawBlock(1, [{ from: 1, to: 2 }])] },
    node: nodeWith(answers),
  });
  if (record) await knowTokens(table, [{ token: CONTRACT, ...record }]);
  const asked = (tokenId?: string) => ({
    params: { chainId: '31337', address: address(CONTRACT), ...(tokenId ? { tokenId } : {}) },
  });
  const contract = await call(metadata, deps, asked());
  const token = await call(details, deps, asked('7'));
  const again = await call(reindex, deps, asked('7:reindex'));
  expect(contract.status).toBe(200);
  expect([again.status, sent.length]).toEqual(token.status === 200 ? [201, 1] : [404, 0]);
  return { contract: contract.body.ercType, token: token.status === 200 ? token.body.ercType : token.status };
}

describe('type of a contract without transfers', () => {
  test.each<[string, Answers, string, string | number]>([
    ['claims ERC-721', { ...claims('erc721'), ...OWNED }, 'ERC-721', 'ERC-721'],
    ['claims ERC-721 but lacks the token', claims('erc721'), 'ERC-721', 404],
    ['claims ERC-721 and has ERC-20 getters', { ...claims('erc721'), ...FUNGIBLE, ...OWNED }, 'ERC-721', 'ERC-721'],
    ['claims ERC-1155 and names an owner', { ...claims('erc1155'), ...OWNED }, 'ERC-1155', 404],
    ['claims both', { ...claims('erc721', 'erc1155'), ...OWNED }, 'UNKNOWN', 404],
    ['claims both and has ERC-20 getters', { ...claims('erc721', 'erc1155'), ...FUNGIBLE, ...OWNED }, 'UNKNOWN', 404],
    ['claims neither and names an owner', { ...claims(), ...OWNED }, 'UNKNOWN', 404],
    ['claims every interface', { ...claims('erc721', 'anything'), ...OWNED }, 'UNKNOWN', 404],
    ['has ERC-20 getters and names an owner', { ...FUNGIBLE, ...OWNED }, 'ERC-20', 404],
    ['only names an owner', OWNED, 'UNKNOWN', 404],
    ['answers no call', {}, 'UNKNOWN', 404],
  ])('a contract that %s has the same type at every endpoint', async (_, answers, contract, token) => {
    expect(await getKinds(answers)).toEqual({ contract, token });
    // An operator's reputation alone does not set the type.
    expect(await getKinds(answers, { reputation: 'Benign' })).toEqual({ contract, token });
  });
  test('the type from its transfers overrides the interfaces that a contract claims', async () => {
    const record = { ercType: 'ERC-1155' };
    expect(await getKinds({ ...claims('erc721'), ...OWNED }, record)).toEqual({ contract: 'ERC-1155', token: 404 });
  });
});
