import { handler } from '../../../lambdas/etherscan/api/list-etherscan-chains';
import { call } from '../../support/endpoints/call';
import { depsWith } from '../../support/endpoints/deps';
import { aChain, aRawBlock } from '../../support/make/blocks';

describe('listEtherscanChains', () => {
  test('each chain has its name, its address in this service, and whether it is up', async () => {
    const chains = [
      aChain(),
      { ...aChain(), chainId: '7', chainName: 'Quiet', explorerUrl: 'https://explorer.example' },
    ];
    const { deps } = await depsWith({ chains, blocks: { 31337: [aRawBlock(0, [])] } });
    const { status, body } = await call(handler, deps, {
      path: '/v2/chainlist',
      headers: { 'X-Forwarded-Proto': 'https' },
    });
    const own = (chainId: string) => `https://api.example/live/v2/api?chainid=${chainId}`;
    expect([status, body]).toEqual([
      200,
      {
        comments: 'Status 1: up. 0: down.',
        totalcount: 2,
        result: [
          expect.objectContaining({ chainid: '31337', apiurl: own('31337'), status: 1 }),
          {
            chainname: 'Quiet',
            chainid: '7',
            blockexplorer: 'https://explorer.example',
            apiurl: own('7'),
            status: 0,
            comment: '',
          },
        ],
      },
    ]);
  });
});
