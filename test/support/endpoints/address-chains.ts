import { NodeDown } from '../../../lambdas/core/node/errors';
import { aChain, aCursor, address, aRawBlock } from '../make/blocks';
import { call, type Handler } from './call';
import { type AllDeps, depsWith } from './deps';
import { hidesItsCause, PATH, refuses } from './refusals';

const chains = [
  aChain(),
  aChain({ chainId: '5', network: 'testnet' }),
  aChain({ chainId: '6' }),
  aChain({ chainId: '7', index: false }),
  aChain({ chainId: '8', index: false }),
  aChain({ chainId: '9', index: false }),
];
const blocks = {
  31337: [aRawBlock(1, [{ from: 3, to: 1 }])],
  5: [aRawBlock(1, [{ from: 3, to: 4 }]), aRawBlock(2, [{ from: 1, to: 4 }])],
  6: [aRawBlock(1, [{ from: 3, to: 4 }])],
};
const good = { params: { address: address(1) } };

export function listsAddressChains(handler: Handler<AllDeps>): void {
  test('200: lists the indexed chains where the address sent or received a transaction', async () => {
    const { deps } = await depsWith({ chains, blocks, node: async () => '0x0' });
    const { status, body } = await call(handler, deps, good);
    expect(status).toBe(200);
    expect(body).toEqual({
      indexedChains: [expect.objectContaining({ chainId: '31337' }), expect.objectContaining({ chainId: '5' })],
      unindexedChains: [],
    });
  });
  test('200: a chain is left out while its only block with the address is half written', async () => {
    const { deps } = await depsWith({
      chains,
      blocks,
      cursors: { 5: aCursor({ number: 1 }) },
      node: async () => '0x0',
    });
    const { body } = await call(handler, deps, good);
    expect(body.indexedChains).toEqual([expect.objectContaining({ chainId: '31337' })]);
  });
  test('200: unindexed chains are listed if the address has a balance there; unreachable nodes are skipped', async () => {
    const node = async (chainId: string, method: string) => {
      if (chainId === '9') throw new NodeDown('the node of chain 9 does not answer');
      if (method === 'eth_chainId') return `0x${chainId}`;
      return chainId === '7' && method === 'eth_getBalance' ? '0x1' : '0x0';
    };
    const { deps } = await depsWith({ chains, blocks, node });
    const { status, body } = await call(handler, deps, good);
    expect([status, body.unindexedChains]).toEqual([200, ['7']]);
  });
  test('200: a node that reports another chain ID is ignored', async () => {
    const node = async (_: string, method: string) => (method === 'eth_chainId' ? '0x8' : '0x1');
    const { deps } = await depsWith({ chains, blocks, node });
    expect((await call(handler, deps, good)).body.unindexedChains).toEqual(['8']);
  });
  test('200: an unknown address has empty lists', async () => {
    const { deps } = await depsWith({ chains, blocks, node: async () => '0x0' });
    const { body } = await call(handler, deps, { params: { address: address(99) } });
    expect(body).toEqual({ indexedChains: [], unindexedChains: [] });
  });
  refuses(handler, good, [PATH.address]);
  hidesItsCause(handler, good);
}
