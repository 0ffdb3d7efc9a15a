import { isUp, visibleBlock } from '../../../chain/domain/cursor';
import type { Chain } from '../../../core/contract/config';
import { chainView } from '../../views/chain';
import type { Deps } from '../implement';

const NODE_TIMEOUT_MS = 1_000;

/** Unindexed chains are looked up at their node. */
export async function addressChains({
  params,
  deps,
}: {
  params: { address: string };
  deps: Deps<{ reads: ['Cursor', 'AddressChain']; node: true }>;
}) {
  const { chains, Cursor, AddressChain, now } = deps;
  const lookups = chains.filter((chain) => !chain.index).map((chain) => isKnown(deps, chain, params.address));
  const [active, cursors] = await Promise.all([
    AddressChain.getChains(params.address),
    Cursor.all(chains.filter((chain) => chain.index).map((chain) => chain.chainId)),
  ]);
  const indexedChains = chains.flatMap((chain) => {
    const cursor = cursors.get(chain.chainId);
    const seen = cursor && active.some((row) => row.chain === chain.chainId && row.block <= visibleBlock(cursor));
    return seen ? [chainView(chain, isUp(cursor, now()))] : [];
  });
  return { indexedChains, unindexedChains: (await Promise.all(lookups)).flat() };
}

/** Empty without a nonce or balance, or if the node fails. */
async function isKnown({ node }: Deps<{ node: true }>, { chainId }: Chain, address: string): Promise<string[]> {
  const call = (method: string) => node.call(chainId, method, [address, 'latest'], NODE_TIMEOUT_MS);
  try {
    const [isServing, nonce, balance] = await Promise.all([
      node.isServing(chainId),
      call('eth_getTransactionCount'),
      call('eth_getBalance'),
    ]);
    return isServing && (BigInt(String(nonce)) > 0n || BigInt(String(balance)) > 0n) ? [chainId] : [];
  } catch {
    return [];
  }
}
