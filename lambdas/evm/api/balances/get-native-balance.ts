import { getNativeBalance } from '../../contract/endpoints/balances';
import { implement } from '../implement';
import { indexedChain } from '../shared/indexed-chain';
import { balanceBlock, nativeBalance } from '../shared/native-balance';
import { DEFAULT_CURRENCY, getPrices } from '../shared/prices';

export const handler = implement(getNativeBalance, async ({ params, query, deps }) => {
  const currency = query.currency ?? DEFAULT_CURRENCY;
  const { chain, head } = await indexedChain(deps, params.chainId);
  const at = { block: balanceBlock(chain, head, query.blockNumber), past: query.blockNumber !== undefined };
  const prices = await getPrices(deps, chain.chainId, currency, ['native']);
  return { nativeTokenBalance: await nativeBalance(deps, chain, params.address, at, prices) };
});
