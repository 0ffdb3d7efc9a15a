import { aPChain } from '../make/p-chain';
import { NETWORK } from '../pchain/indexed';
import { RECORDINGS } from '../pchain/recorded';
import { primaryWorld } from '../pchain/world';
import { type Asked, call, type Handler } from './call';
import { type AllDeps, brokenDeps } from './deps';
import { type Refusal, refuses } from './refusals';

/** These endpoints need an X-Chain index, so they always answer 404 and read nothing. */
export function needsXChain(handler: Handler<AllDeps>, good: Asked, what: string, refused: readonly Refusal[]): void {
  const pChains = [aPChain(NETWORK, { index: true }), aPChain('fuji'), aPChain('closed')];
  const ask = async (params: Record<string, string>) => {
    const deps = await brokenDeps('nothing is read', pChains);
    const { status, body } = await call(handler, deps, { ...good, params: { ...good.params, ...params } });
    return [status, body.message];
  };
  test.each([NETWORK, 'closed', 'fuji', 'testnet'])('404: the X-Chain of %s is not indexed', async (network) => {
    const message = `${what} on the X-Chain of ${network === 'testnet' ? 'fuji' : network} is not indexed on this deployment`;
    for (const blockchainId of ['x-chain', X_CHAIN, 'p-chain'])
      expect(await ask({ network, blockchainId })).toEqual([404, message]);
  });
  test('404: another chain is not indexed', async () => {
    const message = 'c-chain is not indexed on this deployment: only the P-Chain of a primary network is';
    expect(await ask({ blockchainId: 'c-chain' })).toEqual([404, message]);
  });
  test('400: an unknown network is rejected with the list of known ones', async () => {
    const message = 'network: mainnet is not configured on this deployment, which has: recorded, fuji, closed';
    expect(await ask({ network: 'mainnet' })).toEqual([400, message]);
  });
  refuses(handler, good, refused, () => primaryWorld(RECORDINGS[1]));
}
const X_CHAIN = '2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM';
