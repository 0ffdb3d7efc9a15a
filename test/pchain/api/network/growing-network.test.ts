import { handler as getBlock } from '../../../../lambdas/pchain/api/blocks/get-block-by-id';
import { handler as listBlocks } from '../../../../lambdas/pchain/api/blocks/list-latest-primary-network-blocks';
import { handler as getSubnet } from '../../../../lambdas/pchain/api/network/get-subnet-by-id';
import { handler as listBlockchains } from '../../../../lambdas/pchain/api/network/list-blockchains';
import { handler as listL1Validators } from '../../../../lambdas/pchain/api/network/list-l1-validators';
import { handler as listSubnets } from '../../../../lambdas/pchain/api/network/list-subnets';
import { handler as listTransactions } from '../../../../lambdas/pchain/api/transactions/list-latest-primary-network-transactions';
import { call } from '../../../support/endpoints/call';
import type { AllDeps } from '../../../support/endpoints/deps';
import { ofNetwork, ofPChain, toRows } from '../../../support/endpoints/primary-network';
import { expectedBlocks } from '../../../support/pchain/expected/blocks';
import { P_CHAIN } from '../../../support/pchain/expected/network';
import { expectedPrimaryNetwork } from '../../../support/pchain/expected/subnets';
import {
  answeredTransactions,
  type ExpectedTransaction,
  expectedTransactions,
} from '../../../support/pchain/expected/transactions';
import { RECORDINGS } from '../../../support/pchain/recorded';
import { primaryDeps, withNetwork } from '../../../support/pchain/world';

const blocksIn = (deps: AllDeps) => toRows<object>(listBlocks, deps, ofPChain({ pageSize: '100' }), 'blocks');
const transactionsIn = (deps: AllDeps, query: Record<string, string> = {}) =>
  toRows<{ rewardTxHash?: string }>(
    listTransactions,
    deps,
    ofPChain({ pageSize: '100', sortOrder: 'asc', ...query }),
    'transactions',
  );

describe.each(RECORDINGS)('the growing primary network: %s', (path) => {
  test('200: every stage lists blocks and transactions up to there, and rewards once paid', () =>
    withNetwork(path, async (net) => {
      const { recording, heights, last } = net.recorded;
      const stages = [1, 2, 3, 4, 5, 6].map((part) => heights[Math.floor((part * (heights.length - 1)) / 6)] ?? 0);
      for (const height of stages) {
        await net.followTo(height);
        const { deps } = await primaryDeps(net);
        const isThere = ({ blockNumber }: { blockNumber: string }) => Number(blockNumber) <= height;
        expect(await blocksIn(deps)).toMatchObject(expectedBlocks(recording).filter(isThere).toReversed());
        const found = await transactionsIn(deps);
        const all = answeredTransactions(recording, height);
        const there = all.filter(isThere);
        // A reward is shown once its own transaction has taken effect.
        const paidAt = (tx: ExpectedTransaction) => all.find(({ txHash }) => txHash === tx.rewardTxHash)?.blockNumber;
        const shown = there.map(({ rewardTxHash, ...tx }) => {
          const isPaid = Number(paidAt({ ...tx, ...(rewardTxHash && { rewardTxHash }) }) ?? height) < height;
          const own = tx.emittedUtxos.filter(({ rewardType, txHash }) => !rewardType || txHash !== tx.txHash);
          return rewardTxHash === undefined || isPaid ? tx : { ...tx, emittedUtxos: own };
        });
        expect(found).toMatchObject(shown);
        // Reward transactions of auto-renewed validators are not compared: each cycle has one.
        const paid = new Set(there.map(({ txHash }) => txHash));
        const rewards = there.map(({ txType, rewardTxHash = '' }, i) => {
          return txType === 'AddAutoRenewedValidatorTx'
            ? found[i]?.rewardTxHash
            : paid.has(rewardTxHash)
              ? rewardTxHash
              : undefined;
        });
        expect(found.map(({ rewardTxHash }) => rewardTxHash)).toEqual(rewards);
      }
      expect(stages.at(-1)).toBe(last);
    }));
  test.each([0, 1])('200: lists are right while the node is at height %i', (height) =>
    withNetwork(path, async (net) => {
      await net.followTo(height);
      const { deps } = await primaryDeps(net);
      const { recording } = net.recorded;
      const blocks = expectedBlocks(recording).slice(0, height + 1);
      expect(await blocksIn(deps)).toMatchObject(blocks.toReversed());
      for (const body of blocks) {
        const asked = ofPChain({}, { blockId: body.blockNumber });
        expect(await call(getBlock, deps, asked)).toMatchObject({ status: 200, body });
      }
      const transactions = expectedTransactions(recording, height).filter(
        ({ blockNumber }) => Number(blockNumber) <= height,
      );
      expect(await transactionsIn(deps)).toMatchObject(transactions);
      expect(await transactionsIn(deps, { txTypes: 'ConvertSubnetToL1Tx', startTimestamp: '1' })).toEqual([]);
      const primary = expectedPrimaryNetwork(recording);
      const ascending = ofNetwork({ sortOrder: 'asc' });
      const [subnet, ...more] = await toRows<object>(listSubnets, deps, ascending, 'subnets');
      expect(subnet).toMatchObject(primary);
      expect(more).toHaveLength(transactions.filter(({ txType }) => txType === 'CreateSubnetTx').length);
      expect((await call(getSubnet, deps, ofNetwork({}, { subnetId: P_CHAIN }))).body).toMatchObject(primary);
      const blockchains = await toRows<object>(listBlockchains, deps, ascending, 'blockchains');
      expect(blockchains).toMatchObject(primary.blockchains);
      const validators = await call(listL1Validators, deps, ofNetwork());
      expect(validators.body).toEqual({ validators: [], blockHeight: String(height) });
    }),
  );
});
