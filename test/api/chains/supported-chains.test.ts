import { handler } from '../../../lambdas/api/chains/supported-chains';
import { call } from '../../support/endpoints/call';
import { depsWith } from '../../support/endpoints/deps';
import { badQuery, hidesItsCause, refuses, unknown } from '../../support/endpoints/refusals';
import { aChain, aRawBlock } from '../../support/make/blocks';

const chains = [aChain(), aChain({ chainId: '5', network: 'testnet' }), aChain({ chainId: '7', index: false })];
const blocks = { 31337: [aRawBlock(1, [])] };
const idsOf = ({ chains: found }: Record<string, unknown>) =>
  (found as { chainId: string }[]).map((chain) => chain.chainId);

describe('supportedChains', () => {
  test.each([
    [{}, ['31337', '5', '7']],
    [{ network: 'mainnet' }, ['31337', '7']],
    [{ network: 'testnet' }, ['5']],
    [{ network: 'fuji' }, ['5']],
    [{ feature: 'teleporter' }, []],
  ])('200: %j gives just these chains, in the order of the configuration', async (query, ids) => {
    const { deps } = await depsWith({ chains, blocks });
    const { status, body } = await call(handler, deps, { query });
    expect([status, idsOf(body)]).toEqual([200, ids]);
  });
  test('200: a chain that is not indexed yet is UNAVAILABLE; one that needs no index is OK', async () => {
    const { deps } = await depsWith({ chains, blocks });
    const { body } = await call(handler, deps);
    expect((body.chains as { status: string }[]).map((chain) => chain.status)).toEqual(['OK', 'UNAVAILABLE', 'OK']);
  });
  refuses(handler, {}, [
    badQuery('network', 'devnet', 'must be mainnet, fuji or testnet'),
    badQuery('feature', 'tokens', 'must be nftIndexing, webhooks or teleporter'),
    badQuery('network', ['fuji', 'fuji'], 'given 2 times; give it once'),
    unknown('network', 'feature'),
  ]);
  hidesItsCause(handler, {});
});
