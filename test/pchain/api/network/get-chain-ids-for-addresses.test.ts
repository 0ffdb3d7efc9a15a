import { handler } from '../../../../lambdas/pchain/api/network/get-chain-ids-for-addresses';
import { call } from '../../../support/endpoints/call';
import { BAD_ADDRESSES, needsAddresses, STRANGER } from '../../../support/endpoints/p-chain-addresses';
import { ofNetwork, refusesOfNetwork } from '../../../support/endpoints/primary-network';

import { transactionsByAddress } from '../../../support/pchain/expected/lists';
import { P_CHAIN } from '../../../support/pchain/expected/network';
import { expectedTransactions } from '../../../support/pchain/expected/transactions';
import { RECORDINGS, RecordedNetwork } from '../../../support/pchain/recorded';
import { primaryWorld, transactionWorld } from '../../../support/pchain/world';

// The path ends with a literal after its last variable.
const ask = (addresses: readonly string[]) => ofNetwork({ addresses: addresses.join() });

describe.each(RECORDINGS)('getChainIdsForAddresses: %s', (path) => {
  test('200: addresses active up to the cursor have the P-Chain', async () => {
    const { recording, byAddress, addresses, openIds } = await transactionWorld(path);
    const getBlock = new Map(
      expectedTransactions(recording).map(({ txHash, blockNumber }) => [txHash, Number(blockNumber)]),
    );
    // Spenders of outputs with unknown owners were active earlier.
    const isSure = (at: number) => ![...openIds].some((id) => getBlock.get(id) === at);
    const firsts = [...byAddress.values()].map(([id = '']) => getBlock.get(id) ?? 0);
    const heights = new Set(firsts.flatMap((at) => [at - 1, at]).filter((at) => at > 0));
    for (const at of heights) {
      const { deps } = await primaryWorld(path, at);
      const { status, body } = await call(handler, deps, ask([...addresses, STRANGER]));
      const expected = [...addresses, STRANGER].map((address) => {
        const [id = ''] = byAddress.get(address) ?? [];
        return { address, blockchainIds: (getBlock.get(id) ?? at + 1) <= at ? [P_CHAIN] : [] };
      });
      if (isSure(at)) expect([at, status, body]).toEqual([at, 200, { addresses: expected }]);
    }
    expect(heights.size).toBeGreaterThan(4);
  });
});
const [ADDRESS = ''] = transactionsByAddress(new RecordedNetwork(RECORDINGS[1]).recording).keys();
needsAddresses(handler, ask([ADDRESS]));
refusesOfNetwork(handler, ask([ADDRESS]), [...BAD_ADDRESSES]);
