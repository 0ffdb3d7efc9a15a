import { handler } from '../../../../lambdas/pchain/api/network/get-asset-details';
import { call } from '../../../support/endpoints/call';
import { badIds, NOTHING, ofNetwork, refusesOfNetwork } from '../../../support/endpoints/primary-network';

import { getNetwork, P_CHAIN } from '../../../support/pchain/expected/network';
import { RECORDINGS, RecordedNetwork } from '../../../support/pchain/recorded';
import { primaryWorld } from '../../../support/pchain/world';

const ask = (assetId: string, blockchainId = 'x-chain') => ofNetwork({}, { blockchainId, assetId });
const X_CHAINS = [
  '2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM',
  '2JVSBoinj9C2J33VntvzYtVJNZdN2NKiwwKjcumHUWEb5DbBrm',
];

describe.each(RECORDINGS)('getAssetDetails: %s', (path) => {
  test('200: AVAX is found under every name of the X-Chain and P-Chain', async () => {
    const { deps, recording } = await primaryWorld(path);
    const network = getNetwork(recording);
    const [genesis] = network.blocks;
    for (const blockchainId of ['x-chain', 'p-chain', P_CHAIN, ...X_CHAINS]) {
      const { status, body } = await call(handler, deps, ask(network.avaxAssetId, blockchainId));
      expect([blockchainId, status, body]).toEqual([
        ...[blockchainId, 200],
        {
          ...{ assetId: network.avaxAssetId, name: 'Avalanche', symbol: 'AVAX', denomination: 9 },
          ...{ type: 'secp256k1', cap: 'fixed', createdAtTimestamp: genesis && network.getTime(genesis) },
        },
      ]);
    }
  });
  test('404: other assets and other chains are not indexed', async () => {
    const { deps, recording } = await primaryWorld(path);
    const { avaxAssetId } = getNetwork(recording);
    const refusals: [assetId: string, blockchainId: string, message: string][] = [
      [NOTHING, 'x-chain', `asset ${NOTHING} is not indexed on this deployment: only AVAX is`],
      ...['c-chain', NOTHING].map((chain): [string, string, string] => [
        ...([avaxAssetId, chain] as const),
        `${chain} is not indexed on this deployment: only the P-Chain of a primary network is`,
      ]),
    ];
    for (const [assetId, blockchainId, message] of refusals) {
      const { status, body } = await call(handler, deps, ask(assetId, blockchainId));
      expect([status, body.message]).toEqual([404, message]);
    }
  });
});
const { avaxAssetId } = getNetwork(new RecordedNetwork(RECORDINGS[1]).recording);
refusesOfNetwork(handler, ask(avaxAssetId), [...badIds('assetId', 'an asset ID', 'params')]);
