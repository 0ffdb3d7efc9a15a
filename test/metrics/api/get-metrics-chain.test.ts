import { toCb58 } from '../../../lambdas/core/domain/cb58';
import { handler } from '../../../lambdas/metrics/api/get-metrics-chain';
import { call } from '../../support/endpoints/call';
import { depsWith } from '../../support/endpoints/deps';
import { needsIndexedChain, PATH, refuses } from '../../support/endpoints/refusals';
import { aChain } from '../../support/make/blocks';
import { addBlockchainId } from '../../support/metrics/counted-days';

const [OWN, SUBNET, OTHER] = ['a', 'b', 'c'].map((digit) => `0x${digit.repeat(64)}`) as [string, string, string];
const blockchainId = toCb58(OWN);
const chains = [
  aChain({ blockchainId, subnetId: toCb58(SUBNET) }),
  aChain({ chainId: '5', network: 'testnet' }),
  aChain({ chainId: '7', index: false }),
];
const first = { evmChainId: 31_337, chainName: 'Test', blockchainId, subnetId: toCb58(SUBNET), network: 'mainnet' };
/** Its blockchain id is known from its messages. */
const second = { evmChainId: 5, chainName: 'Test', blockchainId: toCb58(OTHER), subnetId: '', network: 'testnet' };
const good = { params: { chainId: '31337' } };

async function ask(query: Record<string, string> = {}, params: Record<string, string> = {}) {
  const { deps, table } = await depsWith({ chains });
  await addBlockchainId(table, '5', OTHER);
  return call(handler, deps, { params, query });
}

describe('getMetricsChain', () => {
  test.each([
    ['31337', first],
    ['5', second],
    [first.blockchainId, first],
  ])('chain %s is returned by its chain id or blockchain id', async (chainId, chain) => {
    const { status, body } = await ask({}, { chainId });
    expect([status, body]).toEqual([200, chain]);
  });
  refuses(handler, good, [PATH.chainId]);
  needsIndexedChain(handler, good);
});
