import { handler } from '../../../../lambdas/evm/api/chains/supported-chains';
import { call } from '../../../support/endpoints/call';
import { depsWith } from '../../../support/endpoints/deps';
import { badQuery, hidesItsCause, refuses } from '../../../support/endpoints/refusals';
import { aChain, aRawBlock } from '../../../support/make/blocks';
import { withoutWaiting } from '../../../support/without-waiting';

const chains = [
  aChain(),
  aChain({ chainId: '5', network: 'testnet', teleporterMessengers: [] }),
  aChain({ chainId: '7', index: false }),
];
const blocks = { 31337: [aRawBlock(1, [])] };
const toIds = ({ chains: found }: Record<string, unknown>) =>
  (found as { chainId: string }[]).map((chain) => chain.chainId);

describe('supportedChains', () => {
  test.each([
    [{}, ['31337', '5', '7']],
    [{ network: 'mainnet' }, ['31337', '7']],
    [{ network: 'testnet' }, ['5']],
    [{ network: 'fuji' }, ['5']],
    [{ feature: 'teleporter' }, ['31337']],
    [{ feature: 'webhooks' }, ['31337', '5']],
  ])('200: %j selects chains in configuration order', async (query, ids) => {
    const { deps } = await depsWith({ chains, blocks, node: async () => '0x7' });
    const { status, body } = await call(handler, deps, { query });
    expect([status, toIds(body)]).toEqual([200, ids]);
  });
  test('200: a chain that is not indexed yet is UNAVAILABLE', async () => {
    const { deps } = await depsWith({ chains: chains.slice(0, 2), blocks });
    const { body } = await call(handler, deps);
    expect((body.chains as { status: string }[]).map((chain) => chain.status)).toEqual(['OK', 'UNAVAILABLE']);
  });
  test('200: the status of chains without an index comes from their nodes, called in parallel and cached', async () => {
    const listed = ['7', '8', '9', '10'].map((chainId) => aChain({ chainId, index: false }));
    const asked: string[] = [];
    const all = Promise.withResolvers<void>();
    const node = async (chainId: string) => {
      if (asked.push(chainId) === listed.length) all.resolve();
      // Answers only after all nodes are called: calls in sequence would hang.
      if (chainId === '7') return all.promise.then(() => '0x7');
      return chainId === '8' ? '0x7' : new Promise(() => undefined);
    };
    const { deps } = await depsWith({ chains: [aChain(), ...listed], blocks, node });
    for (let n = 0; n < 3; n++) {
      const { body } = await withoutWaiting(() => call(handler, deps));
      const statuses = (body.chains as { status: string }[]).map((chain) => chain.status);
      expect(statuses).toEqual(['OK', 'OK', 'UNAVAILABLE', 'UNAVAILABLE', 'UNAVAILABLE']);
    }
    expect(asked.toSorted()).toEqual(['10', '7', '8', '9']);
  });
  test('200: the node of a filtered-out chain is not called', async () => {
    const asked: string[] = [];
    const node = async (chainId: string) => void asked.push(chainId);
    const { deps } = await depsWith({ chains, blocks, node });
    await call(handler, deps, { query: { network: 'testnet' } });
    await call(handler, deps, { query: { feature: 'webhooks' } });
    expect(asked).toEqual([]);
  });
  refuses(handler, {}, [
    badQuery('network', 'devnet', 'must be mainnet, fuji or testnet'),
    badQuery('feature', 'tokens', 'must be nftIndexing, webhooks or teleporter'),
    badQuery('network', ['fuji', 'fuji'], 'must not be repeated (given 2 times)'),
  ]);
  hidesItsCause(handler, {});
});
