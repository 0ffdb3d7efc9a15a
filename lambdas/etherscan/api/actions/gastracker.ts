import * as z from 'zod';
import { getResult } from '../../../core/node/exchange';
import type { HandlersOf } from '../../contract/actions';
import { gasPrices } from '../../domain/gas-prices';
import { ok } from '../shared/answers';
import type { Context } from '../shared/context';
import { toDecimal } from '../shared/node-reads';

const Hex = z.string().regex(/^0x[0-9a-f]+$/i);
const History = z.object({
  oldestBlock: Hex,
  baseFeePerGas: z.array(Hex).min(1),
  gasUsedRatio: z.array(z.number()),
  reward: z.array(z.array(Hex)).optional(),
});
const [BLOCKS, PERCENTILES] = ['0x5', [10, 50, 90]] as const;

export const gastracker: HandlersOf<'gastracker', Context> = {
  async gasoracle(_, { deps, chain }) {
    const [history, price, head] = await deps.node.batch(chain.chainId, [
      ['eth_feeHistory', BLOCKS, 'latest', PERCENTILES],
      ['eth_gasPrice'],
      ['eth_blockNumber'],
    ]);
    const read = History.safeParse(history && 'result' in history ? history.result : undefined).data;
    const gasPrice = BigInt(toDecimal(getResult(price), 'eth_gasPrice'));
    return ok({
      LastBlock: toDecimal(getResult(head), 'eth_blockNumber'),
      ...gasPrices(gasPrice, read),
    });
  },
};
