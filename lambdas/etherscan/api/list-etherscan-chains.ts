import { getUrl } from '../../core/http/request-url';
import { isChainUp } from '../../evm/api/shared/chain-status';
import { listEtherscanChains } from '../contract/endpoints';
import { implement } from './implement';

export const handler = implement(listEtherscanChains, async ({ deps, event }) => {
  const indexed = deps.chains.filter(({ index }) => index).map(({ chainId }) => chainId);
  const cursors = await deps.Cursor.all(indexed);
  const result = await Promise.all(
    deps.chains.map(async (chain) => ({
      chainname: chain.chainName,
      chainid: chain.chainId,
      blockexplorer: chain.explorerUrl ?? '',
      apiurl: `${new URL('api', getUrl(event))}?chainid=${chain.chainId}`,
      status: (await isChainUp(deps, chain, cursors.get(chain.chainId))) ? 1 : 0,
      comment: '',
    })),
  );
  return { comments: 'Status 1: up. 0: down.', totalcount: result.length, result };
});
