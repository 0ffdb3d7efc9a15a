import { handler } from '../../../../lambdas/evm/api/chains/get-chain-info';
import { call } from '../../../support/endpoints/call';
import { depsWith, NOW } from '../../../support/endpoints/deps';
import { hidesItsCause, PATH, refuses } from '../../../support/endpoints/refusals';
import { aChain, aCursor } from '../../../support/make/blocks';

const blockchainId = '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5';
const platformChainId = 'yH8D7ThNJkxmtkuv2jgBa4P1Rn3Qpr4pPr7QYNfcdoS6k6HWp';
const full = aChain({
  blockchainId,
  platformChainId,
  subnetId: 'subnet',
  vmId: 'vm',
  network: 'testnet',
  explorerUrl: 'https://explorer.example',
  publicRpcUrl: 'https://rpc.example',
  publicWsUrl: 'wss://rpc.example',
  multicallAddress: '0xcA11',
  chainLogoUri: 'https://logo.example/chain.png',
});

describe('getChainInfo', () => {
  test.each([
    ['chain id', '31337'],
    ['blockchain id', blockchainId],
    ['platform chain id', platformChainId],
  ])('200: the %s finds all configured fields of a chain', async (_, chainId) => {
    const { deps } = await depsWith({ chains: [full], cursors: { 31337: aCursor() } });
    const { status, body } = await call(handler, deps, { params: { chainId } });
    expect(status).toBe(200);
    expect(body).toEqual({
      chainId: '31337',
      status: 'OK',
      chainName: 'Test',
      description: '',
      platformChainId,
      subnetId: 'subnet',
      vmId: 'vm',
      vmName: 'EVM',
      explorerUrl: 'https://explorer.example',
      rpcUrl: 'https://rpc.example',
      wsUrl: 'wss://rpc.example',
      isTestnet: true,
      utilityAddresses: { multicall: '0xcA11' },
      networkToken: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      chainLogoUri: 'https://logo.example/chain.png',
      private: false,
      enabledFeatures: ['nftIndexing', 'webhooks', 'teleporter'],
    });
  });
  test('200: platformChainId defaults to the blockchain id', async () => {
    const { deps } = await depsWith({ chains: [aChain({ blockchainId })], cursors: { 31337: aCursor() } });
    const { body } = await call(handler, deps, { params: { chainId: '31337' } });
    expect(body.platformChainId).toBe(blockchainId);
  });
  test('200: missing optional fields are omitted, never null; rpcUrl is empty without a public node', async () => {
    const { deps } = await depsWith({ cursors: { 31337: aCursor() } });
    const { body, text } = await call(handler, deps, { params: { chainId: '31337' } });
    expect(body).toMatchObject({ rpcUrl: '', isTestnet: false });
    expect(body).not.toHaveProperty('wsUrl');
    expect(text).not.toContain('null');
  });
  test.each([
    ['the chain is halted', aCursor({ halted: true })],
    ['its node does not answer', aCursor({ lastError: 'no answer' })],
    ['its indexer has not run for two minutes', aCursor({ polledAt: NOW - 120_000 })],
  ])('200: UNAVAILABLE when %s', async (_, cursor) => {
    const { deps } = await depsWith({ cursors: { 31337: cursor } });
    expect((await call(handler, deps, { params: { chainId: '31337' } })).body.status).toBe('UNAVAILABLE');
  });
  test.each([
    ['OK', 'answers with its chain ID', '0x7'],
    ['UNAVAILABLE', 'answers with another chain ID', '0x8'],
  ])('200: %s when the node of a chain without an index %s', async (expected, _, answer) => {
    const { deps } = await depsWith({ chains: [aChain({ chainId: '7', index: false })], node: async () => answer });
    const { status, body } = await call(handler, deps, { params: { chainId: '7' } });
    expect([status, body.status, body.enabledFeatures]).toEqual([200, expected, []]);
  });
  test('404: the error names an unknown chain', async () => {
    const { deps } = await depsWith();
    const { status, body } = await call(handler, deps, { params: { chainId: '999' } });
    expect([status, body.message]).toEqual([404, 'chain 999 was not found']);
  });
  refuses(handler, { params: { chainId: '31337' } }, [PATH.chainId]);
  hidesItsCause(handler, { params: { chainId: '31337' } });
});
