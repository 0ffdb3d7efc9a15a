import { listErc20Balances } from '../../contract/endpoints/balances';
import type { TokenRecord } from '../../tokens/rows/token-item';
import { erc20BalanceView } from '../../views/holding';
import { implement } from '../implement';
import { holdingsPage, namedTokens } from '../shared/holdings-page';
import { indexedChain } from '../shared/indexed-chain';
import { balanceBlock, nativeBalance } from '../shared/native-balance';
import { DEFAULT_CURRENCY, getPrices } from '../shared/prices';

export const handler = implement(listErc20Balances, async ({ params, query, page, deps }) => {
  const { address } = params;
  const currency = query.currency ?? DEFAULT_CURRENCY;
  const { chain, head } = await indexedChain(deps, params.chainId);
  const at = { block: balanceBlock(chain, head, query.blockNumber), past: query.blockNumber !== undefined };
  const list = deps.Erc20Holding.ofAddress(chain.chainId, address);
  const { holdings, tokens, next } = await holdingsPage(deps, {
    chain,
    page,
    at,
    source: query.contractAddresses
      ? namedTokens(query.contractAddresses, (some) => deps.Erc20Holding.find(chain.chainId, address, some))
      : (size, from) => deps.page([list], { ascending: true, size, from }),
    readTokens: (rows) =>
      deps.Token.find(
        chain.chainId,
        rows.map(({ token }) => token),
      ),
    hides: (token) => !isFungible(token) || (query.filterSpamTokens && token?.reputation === 'Malicious'),
  });
  const prices = await getPrices(deps, chain.chainId, currency, ['native', ...holdings.map(({ token }) => token)]);
  const records = { tokens, prices, getMetadata: deps.metadataOn(chain.chainId) };
  return {
    nativeTokenBalance: await nativeBalance(deps, chain, address, at, prices),
    erc20TokenBalances: holdings.map((one) => erc20BalanceView(chain.chainId, one, records)),
    ...page.token(next, head),
  };
});

// Other contracts answer `balanceOf` too: vaults, which log wraps, and collections with first
// transfers indexed as amounts because the node failed.
const isFungible = (token: TokenRecord | undefined): boolean =>
  token?.ercType !== 'UNKNOWN' && !(token?.ercType === 'ERC-721' && !token.decimals);
