import { handler as getBlock } from '../../../../lambdas/pchain/api/blocks/get-block-by-id';
import { handler as listBlocks } from '../../../../lambdas/pchain/api/blocks/list-latest-primary-network-blocks';
import { handler as getBlockchain } from '../../../../lambdas/pchain/api/network/get-blockchain-by-id';
import { handler as getValidator } from '../../../../lambdas/pchain/api/network/get-single-validator-details';
import { handler as getSubnet } from '../../../../lambdas/pchain/api/network/get-subnet-by-id';
import { handler as listBlockchains } from '../../../../lambdas/pchain/api/network/list-blockchains';
import { handler as listSubnets } from '../../../../lambdas/pchain/api/network/list-subnets';
import { handler as listValidators } from '../../../../lambdas/pchain/api/network/list-validators';
import { handler as getTx } from '../../../../lambdas/pchain/api/transactions/get-tx-by-hash';
import { handler as listStaking } from '../../../../lambdas/pchain/api/transactions/list-active-primary-network-staking-transactions';
import { handler as listTxs } from '../../../../lambdas/pchain/api/transactions/list-latest-primary-network-transactions';
import type { PrimaryNetworkBlock } from '../../../../lambdas/pchain/contract/schemas/blocks';
import type { Blockchain, Subnet } from '../../../../lambdas/pchain/contract/schemas/subnets';
import type { PChainTransaction } from '../../../../lambdas/pchain/contract/schemas/transactions';
import type { ValidatorDetails } from '../../../../lambdas/pchain/contract/schemas/validators';
import { call, type Handler } from '../../../support/endpoints/call';
import type { AllDeps } from '../../../support/endpoints/deps';
import { ofNetwork, ofPChain, toRows } from '../../../support/endpoints/primary-network';
import { atEach, STAKE_STAGES } from '../../../support/endpoints/stakes';
import { everybodyIn } from '../../../support/pchain/expected/everybody';
import { RECORDINGS } from '../../../support/pchain/recorded';
import { primaryWorld } from '../../../support/pchain/world';

async function single(handler: Handler<AllDeps>, deps: AllDeps, asked: ReturnType<typeof ofNetwork>) {
  const { status, body } = await call(handler, deps, asked);
  expect([status, body.message]).toEqual([200, undefined]);
  return body;
}
/** Only the list shows the current renewal of a stake. */
type StakingTransaction = PChainTransaction & { readonly autoRenew?: object };
const PAGE = { pageSize: '100' };

describe.each(RECORDINGS)('list rows and single answers: %s', (path) => {
  test('listed transactions equal their single answers, with spenders and rewards', async () => {
    const { deps, recording } = await primaryWorld(path);
    const addresses = everybodyIn(recording).addresses.join();
    const seen = { spent: 0, rewards: 0 };
    for (const query of [PAGE, { ...PAGE, addresses }])
      for (const tx of await toRows<PChainTransaction>(listTxs, deps, ofPChain(query), 'transactions')) {
        expect(await single(getTx, deps, ofPChain({}, { txHash: tx.txHash }))).toEqual(tx);
        for (const { consumingTxHash, rewardType, txHash } of tx.emittedUtxos) {
          if (consumingTxHash) seen.spent += 1;
          if (rewardType && txHash === tx.txHash) seen.rewards += 1;
        }
      }
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(5);
  });
  test('listed blocks equal their single answers', async () => {
    const { deps } = await primaryWorld(path);
    const blocks = await toRows<PrimaryNetworkBlock>(listBlocks, deps, ofPChain(PAGE), 'blocks');
    for (const block of blocks)
      expect(await single(getBlock, deps, ofPChain({}, { blockId: block.blockHash }))).toEqual(block);
    expect(blocks.length).toBeGreaterThan(30);
  });
  test('listed subnets and blockchains equal their single answers except for the genesis', async () => {
    const { deps } = await primaryWorld(path);
    const subnets = await toRows<Subnet>(listSubnets, deps, ofNetwork(PAGE), 'subnets');
    for (const subnet of subnets)
      expect(await single(getSubnet, deps, ofNetwork({}, { subnetId: subnet.subnetId }))).toEqual(subnet);
    const chains = await toRows<Blockchain>(listBlockchains, deps, ofNetwork(PAGE), 'blockchains');
    for (const chain of chains) {
      const asked = ofNetwork({}, { blockchainId: chain.blockchainId });
      const { genesisData: _, ...rest } = await single(getBlockchain, deps, asked);
      expect(rest).toEqual(chain);
    }
    const byId = (a: Blockchain, b: Blockchain) => (a.blockchainId < b.blockchainId ? -1 : 1);
    expect(subnets.flatMap(({ blockchains }) => blockchains).toSorted(byId)).toEqual(chains.toSorted(byId));
    expect(chains.length).toBeGreaterThan(3);
  });
});

describe.each(STAKE_STAGES)('list rows and single answers during stakes: %s', (path, stages) => {
  test('listed staking transactions and validators equal their single answers', async () => {
    const seen = { stakes: 0, renewed: 0 };
    // The last height has an auto-renewed stake.
    const some = [...stages.slice(0, 3), ...stages.filter((height) => height === 203)];
    await atEach(path, some, async (deps) => {
      for (const row of await toRows<StakingTransaction>(listStaking, deps, ofPChain(PAGE), 'transactions')) {
        const { autoRenew, ...tx } = row;
        if (autoRenew) seen.renewed += 1;
        expect(await single(getTx, deps, ofPChain({}, { txHash: tx.txHash }))).toEqual(tx);
        seen.stakes += 1;
      }
      const validators = await toRows<ValidatorDetails>(listValidators, deps, ofNetwork(PAGE), 'validators');
      for (const one of validators) {
        const asked = ofNetwork(PAGE, { nodeId: one.nodeId });
        expect(await toRows(getValidator, deps, asked, 'validators')).toContainEqual(one);
      }
    });
    expect(seen.stakes).toBeGreaterThan(0);
    expect(seen.renewed > 0).toBe(path === RECORDINGS[0]);
  });
});
