import type { Chain } from '../../../core/contract/config';
import { ApiError, notFound } from '../../../core/contract/errors';
import { NodeRefused } from '../../../core/node/errors';
import { quantity } from '../../domain/rpc';
import type { Deps } from '../implement';
import type { TokenPrices } from './prices';

/** Throws 404 if the block is not indexed. */
export function balanceBlock(chain: Chain, head: number, requested: number | undefined): number {
  if (head < 0) throw notFound(`an indexed block of chain ${chain.chainId}`);
  const block = requested ?? head;
  if (block > head) throw notFound(`block ${block} of chain ${chain.chainId} (indexed up to ${head})`);
  return block;
}

export const noState = ({ chainId }: Chain, block: number, cause?: unknown): ApiError =>
  new ApiError(503, `the node of chain ${chainId} keeps no state of block ${block}`, { cause });

/** A refusal means that the node has no state of the block. */
export const unreadBalance = (chain: Chain, block: number, error: unknown): unknown =>
  error instanceof NodeRefused ? noState(chain, block, error) : error;

/** Falls back to a stored balance at the indexed block only: past balances are the node's. */
export async function nativeBalance(
  deps: Deps<{ reads: ['AddressTx']; node: true }>,
  chain: Chain,
  address: string,
  { block, past }: { readonly block: number; readonly past: boolean },
  prices: TokenPrices,
) {
  const { name, symbol, decimals, logoUri } = chain.networkToken;
  const read = await deps.node.call(chain.chainId, 'eth_getBalance', [address, quantity(block)]).then(
    (balance) => {
      if (typeof balance === 'string' && /^0x[0-9a-f]+$/i.test(balance)) return { block, balance: BigInt(balance) };
      throw new NodeRefused(0, `the node of chain ${chain.chainId} answers eth_getBalance with no quantity`);
    },
    async (error: unknown) => {
      const stored = past ? undefined : await deps.AddressTx.lastBalance(chain.chainId, address, block);
      if (stored) return stored;
      throw unreadBalance(chain, block, error);
    },
  );
  return {
    name,
    symbol,
    decimals,
    ...(logoUri ? { logoUri } : {}),
    chainId: chain.chainId,
    balance: String(read.balance),
    blockNumber: String(read.block),
    price: prices.of('native'),
    balanceValue: prices.worth('native', read.balance, decimals),
  };
}
