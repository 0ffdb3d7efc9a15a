import { handler } from '../../../../lambdas/pchain/api/network/get-subnet-by-id';
import { call } from '../../../support/endpoints/call';
import { badIds, NOTHING, ofNetwork, refusesOfNetwork } from '../../../support/endpoints/primary-network';

import { P_CHAIN } from '../../../support/pchain/expected/network';
import { expectedPrimaryNetwork, expectedSubnets } from '../../../support/pchain/expected/subnets';
import { RECORDINGS } from '../../../support/pchain/recorded';
import { primaryWorld } from '../../../support/pchain/world';

const ask = (subnetId: string) => ofNetwork({}, { subnetId });

describe.each(RECORDINGS)('getSubnetById: %s', (path) => {
  test('200: every subnet, the primary network included, has its blockchains', async () => {
    const { deps, recording } = await primaryWorld(path);
    const subnets = [expectedPrimaryNetwork(recording), ...expectedSubnets(recording)];
    for (const expected of subnets)
      expect(await call(handler, deps, ask(expected.subnetId))).toMatchObject({ status: 200, body: expected });
    expect(subnets.filter(({ isL1 }) => isL1)).not.toEqual([]);
  });
  test('200 or 404: blockchains and subnets above the cursor are not shown', async () => {
    const { recording } = await primaryWorld(path);
    const found = expectedSubnets(recording).find(({ blockchains }) => blockchains.length > 0);
    const { subnetId = '', createBlockIndex, blockchains: [chain] = [] } = found ?? {};
    const shown = async (at: number) => (await call(handler, (await primaryWorld(path, at)).deps, ask(subnetId))).body;
    expect(await shown(Number(chain?.createBlockNumber))).toMatchObject({ subnetId, blockchains: [chain] });
    expect(await shown(Number(chain?.createBlockNumber) - 1)).toMatchObject({ subnetId, blockchains: [] });
    const before = Number(createBlockIndex) - 1;
    const message = `subnet ${subnetId} of recorded (indexed up to ${before}) was not found`;
    expect(await shown(before)).toEqual({ message, statusCode: 404, error: 'Not Found' });
  });
  test('404: an unknown subnet is not found', async () => {
    const { deps, last } = await primaryWorld(path);
    const { status, body } = await call(handler, deps, ask(NOTHING));
    expect([status, body.message]).toEqual([
      404,
      `subnet ${NOTHING} of recorded (indexed up to ${last}) was not found`,
    ]);
  });
});
refusesOfNetwork(handler, ask(P_CHAIN), [...badIds('subnetId', 'a subnet ID', 'params')]);
