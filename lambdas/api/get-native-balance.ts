import { NodeRefused } from '../adapters/evm/errors';
import { getNativeBalance } from '../contract/endpoints/transactions';
import { ApiError, notFound } from '../contract/errors';
import { implement } from '../http/implement';
import { indexedChain } from './shared/indexed-chain';

export const handler = implement(getNativeBalance, async ({ params, query, deps }) => {
  const { chain, head } = await indexedChain(deps, params.chainId);
  if (head < 0) throw notFound(`an indexed block of chain ${chain.chainId}`);
  const block = query.blockNumber ?? head;
  if (block > head) throw notFound(`block ${block} of chain ${chain.chainId} (indexed up to ${head})`);
  const { name, symbol, decimals, logoUri } = chain.networkToken;
  const at = `0x${block.toString(16)}`;
  const read = await deps.node.call(chain.chainId, 'eth_getBalance', [params.address, at]).then(
    (balance) => {
      if (typeof balance === 'string' && /^0x[0-9a-f]+$/i.test(balance)) return { block, balance: BigInt(balance) };
      throw new NodeRefused(0, `the node of chain ${chain.chainId} answers eth_getBalance with no quantity`);
    },
    async (error: unknown) => {
      // A past block has one answer, and only the node knows it; of the latest, the last reading is better than none.
      const latest = query.blockNumber === undefined;
      const held = latest ? await deps.AddressTx.lastBalance(chain.chainId, params.address, head) : undefined;
      if (held) return held;
      if (!(error instanceof NodeRefused)) throw error;
      throw new ApiError(503, `the node of chain ${chain.chainId} keeps no state of block ${block}`, { cause: error });
    },
  );
  return {
    nativeTokenBalance: {
      name,
      symbol,
      decimals,
      ...(logoUri ? { logoUri } : {}),
      chainId: chain.chainId,
      balance: String(read.balance),
      blockNumber: String(read.block),
    },
  };
});
