import { handler } from '../../../../lambdas/pchain/api/vertices/get-vertex-by-height';
import { call } from '../../../support/endpoints/call';
import { depsWith } from '../../../support/endpoints/deps';
import { ofNetwork } from '../../../support/endpoints/primary-network';
import { badQuery, PAGING } from '../../../support/endpoints/refusals';
import { needsXChain } from '../../../support/endpoints/x-chain';

const params = { blockchainId: 'x-chain' };
needsXChain(handler, ofNetwork({ vertexHeight: '5' }, params), 'the vertex list', [
  ...PAGING,
  ...['-1', 'top', '9999999999999999'].map((height) =>
    badQuery('vertexHeight', height, 'must be a whole number from 0 to 999999999999999'),
  ),
  badQuery('sortOrder', 'up', 'must be asc or desc'),
]);
test('400: the height is required', async () => {
  const { deps } = await depsWith();
  const { status, body } = await call(handler, deps, ofNetwork({}, params));
  expect([status, body.message]).toEqual([400, expect.stringMatching(/^vertexHeight: /)]);
});
