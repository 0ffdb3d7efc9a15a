import { handler as listBlocks } from '../../../lambdas/pchain/api/blocks/list-latest-primary-network-blocks';
import { handler as getNetworkDetails } from '../../../lambdas/pchain/api/network/get-network-details';
import { handler as listCycles } from '../../../lambdas/pchain/api/network/list-auto-renewed-validator-cycles';
import { handler as listBlockchains } from '../../../lambdas/pchain/api/network/list-blockchains';
import { handler as listDelegators } from '../../../lambdas/pchain/api/network/list-delegators';
import { handler as listL1Validators } from '../../../lambdas/pchain/api/network/list-l1-validators';
import { handler as listSubnets } from '../../../lambdas/pchain/api/network/list-subnets';
import { handler as listValidators } from '../../../lambdas/pchain/api/network/list-validators';
import { handler as listPaid } from '../../../lambdas/pchain/api/rewards/list-historical-primary-network-rewards';
import { handler as listPromised } from '../../../lambdas/pchain/api/rewards/list-pending-primary-network-rewards';
import { handler as getTx } from '../../../lambdas/pchain/api/transactions/get-tx-by-hash';
import { handler as listStaking } from '../../../lambdas/pchain/api/transactions/list-active-primary-network-staking-transactions';
import { call, type Handler } from '../../support/endpoints/call';
import type { AllDeps } from '../../support/endpoints/deps';
import { ofNetwork, ofPChain, toRows } from '../../support/endpoints/primary-network';
import { muteLog } from '../../support/mute-log';
import { expectedBlocks } from '../../support/pchain/expected/blocks';
import { expectedDelegators } from '../../support/pchain/expected/delegators';
import { everybodyIn } from '../../support/pchain/expected/everybody';
import { expectedL1Validators } from '../../support/pchain/expected/l1-validators';
import { expectedNetworkDetails } from '../../support/pchain/expected/network-details';
import { expectedPaidRewards } from '../../support/pchain/expected/paid-rewards';
import { expectedPendingRewards } from '../../support/pchain/expected/pending-rewards';
import { expectedBlockchains, expectedPrimaryNetwork, expectedSubnets } from '../../support/pchain/expected/subnets';
import { expectedValidators } from '../../support/pchain/expected/validators';
import { indexedNetwork } from '../../support/pchain/indexed';
import { RECORDINGS, RecordedNetwork } from '../../support/pchain/recorded';
import { primaryDeps } from '../../support/pchain/world';

muteLog();

/** Seed heights, and the heights indexed from each. */
const CASES: [path: string, from: number, to: readonly number[]][] = [
  [RECORDINGS[0], 8, [8, 75, 306]],
  [RECORDINGS[0], 76, [76, 77, 144, 306]],
  [RECORDINGS[0], 112, [112, 149, 203]],
  [RECORDINGS[0], 203, [203, 208, 241, 306]],
  [RECORDINGS[0], 208, [208, 241, 306]],
  [RECORDINGS[0], 212, [212, 233, 306]],
  [RECORDINGS[1], 24, [24, 26, 30, 32, 47]],
  [RECORDINGS[1], 36, [36, 47]],
];

type Row = Record<string, unknown>;
const sortedBy = <T extends Row>(rows: readonly T[], name: string): T[] =>
  rows.toSorted((a, b) => (String(a[name]) < String(b[name]) ? -1 : 1));
const without = <T extends Row>(row: T, ...names: string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([name, value]) => !names.includes(name) && value !== undefined));

describe.each(CASES)('%s seeded at block %i', (path, from, stages) => {
  const { recording } = new RecordedNetwork(path);
  const everybody = everybodyIn(recording);
  let net: Awaited<ReturnType<typeof indexedNetwork>>;
  beforeAll(async () => {
    net = await indexedNetwork(path, { start: 'head', oldDurango: true });
  });
  afterAll(() => net.stop());

  /** All rows of a list, in the order of one of their fields. */
  const read = async (
    deps: AllDeps,
    list: Handler<AllDeps>,
    of: string,
    key: string,
    query: Record<string, string> = {},
  ) => sortedBy(await toRows<Row>(list, deps, ofNetwork({ pageSize: '2', ...query }), of), key);

  test.each(stages)('current rows after block %i equal those of a complete index', async (at) => {
    await net.followTo(at);
    const { deps } = await primaryDeps(net);

    const known = new Set(expectedL1Validators(recording, from).map(({ validationId }) => validationId));
    const l1 = expectedL1Validators(recording, at).map(({ active: _, blsCredentials, ...one }) => {
      const { publicKey } = blsCredentials;
      return { ...one, blsCredentials: known.has(one.validationId) ? { publicKey } : blsCredentials };
    });
    expect(
      await read(deps, listL1Validators, 'validators', 'validationId', { includeInactiveL1Validators: 'true' }),
    ).toEqual(sortedBy(l1, 'validationId'));

    const seeded = expectedValidators(recording, from);
    const isOver = ({ validationStatus }: { validationStatus: string }) => /completed|removed/.test(validationStatus);
    const over = new Set(seeded.filter(isOver).map(({ txHash }) => txHash));
    const before = new Set(seeded.map(({ txHash }) => txHash));
    // Nodes do not report restaked rewards.
    const isOpen = ({ autoRenew }: (typeof seeded)[number]) =>
      autoRenew && autoRenew.accruedValidationRewards + autoRenew.accruedDelegateeRewards !== '00';
    const open = new Set(seeded.filter(isOpen).map(({ txHash }) => txHash));
    const validators = expectedValidators(recording, at)
      .filter(({ txHash }) => !over.has(txHash))
      .map((row) =>
        without(
          row,
          ...(row.validationStatus === 'completed' && before.has(row.txHash) && row.delegationFee !== undefined
            ? ['delegatorCount', 'amountDelegated']
            : []),
          ...(open.has(row.txHash) ? ['autoRenew'] : []),
        ),
      );
    expect(await read(deps, listValidators, 'validators', 'txHash')).toEqual(sortedBy(validators, 'txHash'));
    // Nor past cycles.
    for (const { nodeId } of seeded.filter(({ autoRenew }) => autoRenew && autoRenew.endedAtTimestamp === null))
      expect((await call(listCycles, deps, ofNetwork({}, { nodeId }))).body).toEqual({ cycles: [] });
    const active = validators.filter(({ validationStatus }) => validationStatus === 'active');
    expect(await read(deps, listValidators, 'validators', 'txHash', { sortBy: 'uptimePerformance' })).toEqual(
      sortedBy(active, 'txHash'),
    );

    const ended = new Set(
      expectedDelegators(recording, from)
        .filter(({ delegationStatus }) => delegationStatus === 'completed')
        .map(({ txHash }) => txHash),
    );
    const delegators = expectedDelegators(recording, at).filter(({ txHash }) => !ended.has(txHash));
    expect(await read(deps, listDelegators, 'delegators', 'txHash')).toEqual(sortedBy(delegators, 'txHash'));

    const nodeIds = everybody.nodes.join();
    const keyed = (rows: readonly Row[]) =>
      sortedBy(
        rows.map((row) => ({ ...row, key: `${row.txHash} ${row.rewardType}` })),
        'key',
      );
    const promised = expectedPendingRewards(recording, at).map(({ progress, ...row }) => ({
      ...row,
      progress: expect.closeTo(progress, 4),
    }));
    expect(keyed(await read(deps, listPromised, 'pendingRewards', 'txHash', { nodeIds }))).toEqual(keyed(promised));

    const { body } = await call(getNetworkDetails, deps, ofNetwork());
    const { validatorDetails, delegatorDetails } = expectedNetworkDetails(recording, at, 'avalanchego/1.14.0');
    const { stakingDistributionByVersion: _, ...totals } = validatorDetails;
    expect(body).toMatchObject({ validatorDetails: totals, delegatorDetails });
    await expectOneAnswer(deps);
  });

  /** Each staking transaction in the list equals its single answer, even if the read budget ends pages early. */
  async function expectOneAnswer(deps: AllDeps): Promise<void> {
    const poor = { ...deps, readBudget: { ...deps.readBudget, left: 128 + 5, during: deps.readBudget.during } };
    const list = (of: AllDeps) => toRows<Row>(listStaking, of, ofPChain({ pageSize: '100' }), 'transactions');
    const listed = await list(deps);
    expect(await list(poor)).toEqual(listed);
    for (const { autoRenew: _, ...tx } of listed)
      expect((await call(getTx, deps, ofPChain({}, { txHash: String(tx.txHash) }))).body).toEqual(tx);
  }

  test('all subnets and blockchains are listed, older ones without their creation', async () => {
    const { deps } = await primaryDeps(net);
    const last = stages.at(-1) ?? from;
    const isNew = (number: string | undefined) => Number(number) > from || number === '-1';
    const getChain = (chain: ReturnType<typeof expectedBlockchains>[number]) =>
      isNew(chain.createBlockNumber) ? without(chain) : without(chain, 'createBlockNumber', 'createBlockTimestamp');
    const upTo = <T extends { createBlockNumber: string }>(chains: readonly T[]) =>
      chains.filter(({ createBlockNumber }) => Number(createBlockNumber) <= last);
    const chains = upTo([...expectedPrimaryNetwork(recording).blockchains, ...expectedBlockchains(recording)]);
    expect(await read(deps, listBlockchains, 'blockchains', 'blockchainId')).toMatchObject(
      sortedBy(chains.map(getChain), 'blockchainId'),
    );
    for (const chain of await read(deps, listBlockchains, 'blockchains', 'blockchainId'))
      expect(isNew(chain.createBlockNumber as string) || chain.createBlockTimestamp === undefined).toBe(true);
    // Expected owners and managers are those after the last recorded block.
    if (last !== net.recorded.last) return;
    const subnets = [expectedPrimaryNetwork(recording), ...expectedSubnets(recording)];
    const shown = await read(deps, listSubnets, 'subnets', 'subnetId');
    const expected = subnets.map((subnet) => {
      const converted = net.recorded.at<{ conversionID: string }>(from, 'platform.getSubnet', {
        subnetID: subnet.subnetId,
      });
      const isOld = converted && !/^1+LpoYY$/.test(converted.conversionID);
      return without(
        { ...subnet, blockchains: sortedBy(subnet.blockchains.map(getChain), 'blockchainId') },
        ...(isNew(subnet.createBlockIndex) ? [] : ['createBlockIndex', 'createBlockTimestamp']),
        ...(isOld ? ['l1ConversionTransactionHash'] : []),
      );
    });
    const sortedChains = shown.map((one) => ({
      ...one,
      blockchains: sortedBy(one.blockchains as Row[], 'blockchainId'),
    }));
    expect(sortedChains).toMatchObject(sortedBy(expected, 'subnetId'));
    for (const { createBlockIndex, createBlockTimestamp } of shown)
      expect(isNew(createBlockIndex as string) || createBlockTimestamp === undefined).toBe(true);
  });

  test('blocks and paid rewards are listed from the seed on', async () => {
    const { deps } = await primaryDeps(net);
    const last = stages.at(-1) ?? from;
    const blocks = await toRows<Row>(listBlocks, deps, ofPChain({ pageSize: '100' }), 'blocks');
    const expected = expectedBlocks(recording)
      .slice(from, last + 1)
      .toReversed();
    expect(blocks).toMatchObject(expected.map((block) => without(block, 'l1ValidatorsAccruedFees')));
    expect(blocks.filter((block) => 'l1ValidatorsAccruedFees' in block)).toEqual([]);
    const rewards = expectedPaidRewards(recording, last).slice(expectedPaidRewards(recording, from).length);
    const nodeIds = everybody.nodes.join();
    expect(
      await toRows(listPaid, deps, ofNetwork({ nodeIds, sortOrder: 'asc', pageSize: '2' }), 'historicalRewards'),
    ).toEqual(rewards);
  });
});
