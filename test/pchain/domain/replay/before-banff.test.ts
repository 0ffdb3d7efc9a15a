import type { Block, Tx } from '../../../../lambdas/pchain/domain/codec/block';
import type { Output, Owners } from '../../../../lambdas/pchain/domain/codec/parts';
import type { UnsignedTx } from '../../../../lambdas/pchain/domain/codec/tx';
import { applyBlock } from '../../../../lambdas/pchain/domain/replay/apply-block';
import { noEffects } from '../../../../lambdas/pchain/domain/replay/effects';
import { genesisState } from '../../../../lambdas/pchain/domain/replay/genesis';
import type { NetworkRules } from '../../../../lambdas/pchain/domain/replay/rules';
import { sha256 } from '../../../support/pchain/recorded';

/*
 * Block types from before Banff, which nodes no longer produce. They are built by hand; expectations follow the
 * node's source.
 */

const AVAX = 1_000_000_000n;
const START = 1_600_000_000;
const ASSET = `0x${'aa'.repeat(32)}`;
const PRIMARY = `0x${'00'.repeat(32)}`;
const LATER = Number.POSITIVE_INFINITY;
const rules: NetworkRules = {
  avaxAssetId: ASSET,
  upgrades: { cortina: LATER, durango: LATER, etna: LATER, helicon: LATER },
  validatorFee: { target: 10_000n, minPrice: 512n, excessConversionConstant: 1n },
  reward: {
    ...{ maxConsumptionRate: 120_000n, minConsumptionRate: 100_000n, mintingPeriod: 31_536_000n },
    supplyCap: 720_000_000n * AVAX,
  },
  maxValidatorStake: 3_000_000n * AVAX,
};

const toId = (name: string): string => `0x${sha256(Buffer.from(name).toString('hex'))}`;
const ownedBy = (name: string): Owners => ({
  ...{ type: 'OutputOwners', locktime: 0n, threshold: 1 },
  addresses: [toId(name).slice(0, 42)],
});
const output = (amount: bigint, name: string): Output => ({
  assetId: ASSET,
  output: { ...ownedBy(name), type: 'TransferOutput', amount },
});
const NODE = toId('node').slice(0, 42);
const base = {
  ...{ networkId: 1, blockchainId: PRIMARY, outputs: [output(1n, 'change')], memo: '0x' },
  inputs: [
    {
      txId: toId('earlier'),
      outputIndex: 3,
      assetId: ASSET,
      input: { type: 'TransferInput' as const, amount: 9n, signatureIndices: [0] },
    },
  ],
};
const getStake = (weight: bigint, seconds: number) => ({
  ...{ validator: { nodeId: NODE, start: BigInt(START + 100), end: BigInt(START + 100 + seconds), weight } },
  ...{ stake: [output(weight, 'staker')], rewardsOwner: ownedBy('rewards') },
});
const addValidator: UnsignedTx = {
  type: 'AddValidatorTx',
  ...base,
  ...getStake(2_000n * AVAX, 2_000_000),
  shares: 20_000,
};
const addDelegator: UnsignedTx = { type: 'AddDelegatorTx', ...base, ...getStake(100n * AVAX, 1_000_000) };

/** A chain of such blocks, each proposal followed by its decision. */
function chain() {
  const state = genesisState(
    { blockId: toId('block 0'), time: START, supply: 360_000_000n * AVAX, validators: [] },
    rules,
  );
  const add = (type: Block['type'], more: Partial<Block> = {}) => {
    const height = state.height + 1;
    const block: Block = {
      id: toId(`block ${height}`),
      type,
      parentId: state.blockId,
      height,
      txs: [],
      size: 1,
      ...more,
    };
    return applyBlock(state, block, { rules, sha256 });
  };
  const propose = (name: string, unsigned: UnsignedTx, committed = true) => {
    const proposal: Tx = { id: toId(name), bytes: '0x', unsigned, credentials: [] };
    expect(add('ApricotProposalBlock', { proposal })).toEqual(noEffects());
    return add(committed ? 'ApricotCommitBlock' : 'ApricotAbortBlock');
  };
  const advanceTo = (time: number) => propose(`time ${time}`, { type: 'AdvanceTimeTx', time: BigInt(time) });
  return { state, add, propose, advanceTo };
}

test('a committed stake is pending until its start, and an aborted one is paid back at once', () => {
  const { state, propose } = chain();
  const own = { txId: toId('validator'), by: toId('validator'), assetId: ASSET };
  const change = { ...own, outputIndex: 0, amount: 1n, origin: 'transaction' };
  const spent = [{ txId: toId('earlier'), outputIndex: 3, by: toId('validator') }];
  const aborted = propose('validator', addValidator, false);
  expect(aborted).toMatchObject({
    spent,
    created: [change, { ...own, outputIndex: 1, amount: 2_000n * AVAX, origin: 'stake' }],
  });
  expect([state.pending.size, state.stakers.size]).toEqual([0, 0]);
  expect(propose('validator', addValidator)).toMatchObject({ spent, created: [change] });
  expect([state.pending.size, state.stakers.size]).toEqual([1, 0]);
});

test('a committed time proposal starts pending stakes, delegators before validators', () => {
  const { state, propose, advanceTo } = chain();
  // The delegator has the greater ID, so IDs do not decide the order.
  const [validator, delegator] = ['d', 'a'];
  expect(toId(delegator) > toId(validator)).toBe(true);
  propose(validator, addValidator);
  propose(delegator, addDelegator);
  propose('time', { type: 'AdvanceTimeTx', time: BigInt(START + 100) }, false);
  expect([state.time, state.pending.size]).toEqual([START, 2]);
  const before = state.supply;
  advanceTo(START + 99);
  expect([state.time, state.pending.size, state.supply]).toEqual([START + 99, 2, before]);
  advanceTo(START + 100);
  expect([state.time, state.pending.size]).toEqual([START + 100, 0]);
  const [first, second] = [...state.stakers.values()];
  expect([first?.txId, second?.txId]).toEqual([toId(delegator), toId(validator)]);
  expect(state.supply).toBe(before + (first?.potentialReward ?? 0n) + (second?.potentialReward ?? 0n));
  expect(first?.potentialReward).toBeGreaterThan(0n);
});

test("before Cortina a delegator's reward is split with its validator when the stake ends", () => {
  const { state, propose, advanceTo } = chain();
  propose('validator', addValidator);
  propose('delegator', addDelegator);
  advanceTo(START + 100);
  advanceTo(START + 100 + 1_000_000);
  const reward = state.stakers.get(toId('delegator'))?.potentialReward ?? 0n;
  const ended = propose('reward', { type: 'RewardValidatorTx', txId: toId('delegator') });
  const own = { txId: toId('delegator'), by: toId('reward') };
  // A fee of 2 %, which includes the remainder of the division.
  const rest = (reward * 980_000n) / 1_000_000n;
  expect(ended.created).toMatchObject([
    { ...own, outputIndex: 1, amount: 100n * AVAX, origin: 'stake' },
    { ...own, outputIndex: 2, amount: rest, origin: 'delegation reward' },
    { ...own, outputIndex: 3, amount: reward - rest, origin: 'delegatee reward' },
  ]);
  expect(state.stakers.get(toId('validator'))?.delegateeReward).toBe(0n);
});

test('an aborted reward is subtracted from the supply', () => {
  const { state, propose, advanceTo } = chain();
  const before = state.supply;
  propose('validator', addValidator);
  advanceTo(START + 100);
  expect(state.supply).toBeGreaterThan(before);
  const ended = propose('reward', { type: 'RewardValidatorTx', txId: toId('validator') }, false);
  expect(ended.created).toMatchObject([{ outputIndex: 1, origin: 'stake' }]);
  expect([state.supply, state.stakers.size]).toEqual([before, 0]);
});

test.each([
  ['another height', { height: 7 }, /does not follow/],
  ['another parent', { parentId: toId('another') }, /does not follow/],
])('a block with %s is rejected', (_, more, message) => {
  expect(() => chain().add('ApricotStandardBlock', more)).toThrow(message);
});

test('a reward for an unknown staker fails with its ID', () => {
  expect(() => chain().propose('reward', { type: 'RewardValidatorTx', txId: toId('nobody') })).toThrow(
    `no staker ${toId('nobody')}`,
  );
});
