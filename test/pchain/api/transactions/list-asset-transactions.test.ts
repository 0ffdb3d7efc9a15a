import { handler } from '../../../../lambdas/pchain/api/transactions/list-asset-transactions';
import { call } from '../../../support/endpoints/call';
import { badIds, NOTHING, ofNetwork, TIMES } from '../../../support/endpoints/primary-network';
import { PAGING } from '../../../support/endpoints/refusals';
import { needsXChain } from '../../../support/endpoints/x-chain';
import { RECORDINGS } from '../../../support/pchain/recorded';
import { primaryWorld } from '../../../support/pchain/world';

const params = { blockchainId: 'x-chain', assetId: NOTHING };
const good = ofNetwork({ txTypes: ['BaseTx', 'CreateAssetTx'] }, params);
needsXChain(handler, good, `the transaction list of asset ${NOTHING}`, [
  ...PAGING,
  ...TIMES.filter(([wrong]) => !wrong.includes('after the end')),
  ...badIds('assetId', 'an asset ID', 'params'),
  [
    'an unknown transaction type',
    { query: { txTypes: ['BaseTx', 'baseTx'] } },
    'txTypes.1: must be a documented transaction type',
  ],
]);
test('404: transactions of an asset are not indexed, also with every filter', async () => {
  const { deps } = await primaryWorld(RECORDINGS[1]);
  const query = { txTypes: ['OperationTx', 'ExportTx'], startTimestamp: '5', endTimestamp: '6', pageSize: '100' };
  expect(await call(handler, deps, ofNetwork(query, params))).toMatchObject({ status: 404 });
});
