import { handler as getLastActivity } from '../../../../lambdas/pchain/api/utxos/get-last-activity-timestamp-by-addresses';
import { handler } from '../../../../lambdas/pchain/api/utxos/get-last-activity-timestamp-by-addresses-v2';
import { call } from '../../../support/endpoints/call';
import { refusesBodiesOfAddresses, STRANGER } from '../../../support/endpoints/p-chain-addresses';
import { ofPChain, refusesOfNetwork } from '../../../support/endpoints/primary-network';

import { getNetwork } from '../../../support/pchain/expected/network';
import { ownersIn } from '../../../support/pchain/expected/owned-utxos';
import { RECORDINGS, RecordedNetwork } from '../../../support/pchain/recorded';
import { primaryWorld } from '../../../support/pchain/world';

const ask = (addresses: readonly string[]) => ({ ...ofPChain(), body: { addresses: addresses.join() } });

test.each(RECORDINGS)('getLastActivityTimestampByAddressesV2 returns the answer of GET: %s', async (path) => {
  const { deps, recording } = await primaryWorld(path);
  const owners = ownersIn(getNetwork(recording));
  for (const addresses of [...owners.map((one) => [one]), owners, [STRANGER]]) {
    const { status, body } = await call(getLastActivity, deps, ofPChain({ addresses: addresses.join() }));
    expect(await call(handler, deps, ask(addresses))).toMatchObject({ status, body });
    expect(status).toBe(addresses.includes(STRANGER) ? 404 : 200);
  }
});
const [OWNER = ''] = ownersIn(getNetwork(new RecordedNetwork(RECORDINGS[1]).recording));
refusesBodiesOfAddresses(handler);
refusesOfNetwork(handler, ask([OWNER]), []);
