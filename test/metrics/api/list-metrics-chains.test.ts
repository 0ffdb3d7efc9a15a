import { toCb58 } from '../../../lambdas/core/domain/cb58';
import { handler } from '../../../lambdas/metrics/api/list-metrics-chains';
import { call } from '../../support/endpoints/call';
import { depsWith } from '../../support/endpoints/deps';
import { badQuery, refuses } from '../../support/endpoints/refusals';
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

async function ask(query: Record<string, string> = {}, params: Record<string, string> = {}) {
  const { deps, table } = await depsWith({ chains });
  await addBlockchainId(table, '5', OTHER);
  return call(handler, deps, { params, query });
}

describe('listMetricsChains', () => {
  test('chains with an index are listed, with the published client’s fields', async () => {
    const { status, body } = await ask();
    expect([status, body]).toEqual([200, { chains: [first, second] }]);
  });
  test('a chain id above 2^53 is rounded, and hides no other chain', async () => {
    const { deps } = await depsWith({ chains: [aChain({ chainId: '18446744073709551615' }), aChain()] });
    const { status, body } = await call(handler, deps, {});
    const ids = (body.chains as { evmChainId: number }[]).map(({ evmChainId }) => evmChainId);
    expect([status, ids]).toEqual([200, [18_446_744_073_709_552_000, 31_337]]);
  });
  test.each([
    ['mainnet', [first]],
    ['testnet', [second]],
    ['fuji', [second]],
  ])('network=%s lists only chains of that network', async (network, chains) => {
    const { body } = await ask({ network });
    expect(body.chains).toEqual(chains);
  });
  refuses(handler, {}, [badQuery('network', 'devnet', 'must be mainnet, fuji or testnet')]);
});
