import { DAY, intervalAt } from '../../../lambdas/core/domain/intervals';
import { applyBlock } from '../../../lambdas/pchain/domain/replay/apply-block';
import { type PChainState, PRIMARY_NETWORK } from '../../../lambdas/pchain/domain/replay/state';
import { endDay, getStakingDay, NO_STAKES } from '../../../lambdas/pchain/domain/staking-day';
import { expectedL1Validators } from '../../support/pchain/expected/l1-validators';
import { getNetwork } from '../../support/pchain/expected/network';
import { expectedNetworkDetails } from '../../support/pchain/expected/network-details';
import { RECORDINGS, RecordedNetwork, sha256 } from '../../support/pchain/recorded';

describe.each(RECORDINGS)('%s', (path) => {
  const recorded = new RecordedNetwork(path);
  const { rules, recording } = recorded;
  const state = recorded.genesis();
  const days = new Map([[0, getStakingDay(state)]]);
  for (let height = 1; height <= recorded.last; height++) {
    applyBlock(state, recorded.block(height), { rules, sha256 });
    days.set(height, getStakingDay(state));
  }
  const heights = recorded.heights.filter((height) => height > 0 && getNetwork(recording).hasState(height));

  test('stakes of the primary network equal the recorded node’s at each height', () => {
    const counts = new Set<number>();
    for (const height of heights) {
      const { validatorDetails: own, delegatorDetails: others } = expectedNetworkDetails(recording, height, '');
      const found = days.get(height)?.subnets.get(PRIMARY_NETWORK) ?? NO_STAKES;
      expect([height, found]).toEqual([
        height,
        {
          ...{ validators: own.validatorCount, validatorWeight: BigInt(own.totalAmountStaked) },
          ...{ delegators: others.delegatorCount, delegatorWeight: BigInt(others.totalAmountStaked) },
          paying: 0,
        },
      ]);
      counts.add(found.delegators);
    }
    expect(counts.size).toBeGreaterThan(1);
  });

  test('L1 validators count by subnet while the recorded node reports a balance', () => {
    let most = 0;
    for (const height of heights) {
      const active = expectedL1Validators(recording, height).filter(({ remainingBalance }) => remainingBalance > 0);
      const bySubnet = Map.groupBy(active, ({ subnetId }) => subnetId);
      const paying = [...(days.get(height)?.subnets.values() ?? [])].flatMap((one) => (one.paying ? [one.paying] : []));
      expect([height, paying.toSorted()]).toEqual([height, [...bySubnet.values()].map((own) => own.length).toSorted()]);
      most = Math.max(most, active.length);
    }
    expect(most).toBeGreaterThan(1);
  });

  test('the fees of a validation are what its balance lost, top-ups aside', () => {
    const started = recorded.genesis();
    let charged = 0;
    for (let height = 1; height <= recorded.last; height++) {
      const before = balances(started);
      started.fees = { day: 0, paid: new Map() };
      const { l1Changes } = applyBlock(started, recorded.block(height), { rules, sha256 });
      const changed = new Set(l1Changes.map(({ validator }) => validator.validationId));
      for (const [id, balance] of before) {
        if (changed.has(id)) continue;
        const lost = balance - (balances(started).get(id) ?? 0n);
        expect([height, id, started.fees.paid.get(id)?.fees ?? 0n]).toEqual([height, id, lost]);
        if (lost > 0n) charged += 1;
      }
      for (const [id, { fees }] of started.fees.paid) expect(fees).toBeLessThanOrEqual(before.get(id) ?? 0n);
    }
    expect(charged).toBeGreaterThan(5);
  });
});

const balances = ({ active, l1Validators, accruedFees }: PChainState) =>
  new Map([...active].map((id) => [id, (l1Validators.get(id)?.endAccruedFees ?? 0n) - accruedFees]));

describe('the end of a day', () => {
  const recorded = new RecordedNetwork(RECORDINGS[0]);
  const day = (n: number) => intervalAt('day', recorded.genesis().time) + n * DAY;
  const at = (time: number, proposal?: object) => ({ ...recorded.genesis(), time, ...proposal }) as PChainState;
  const block = (time: number | undefined, type = 'BanffStandardBlock') => ({ type, time, txs: [] }) as never;

  test('the first block of another day ends the one before, with the state before the block', () => {
    const state = at(day(3) + 80_000);
    expect(endDay(state, block(day(4) - 1))).toBeUndefined();
    expect(endDay(state, block(undefined))).toBeUndefined();
    const ended = endDay(state, block(day(4)));
    expect([ended?.time, ended?.subnets.get(PRIMARY_NETWORK)?.validators]).toEqual([
      day(3),
      recorded.genesis().stakers.size,
    ]);
    expect(state.fees).toEqual({ day: day(4), paid: new Map() });
  });
  test('days without a block are passed', () => {
    const state = at(day(3) + 80_000);
    expect(endDay(state, block(day(9) + 5))?.time).toBe(day(3));
    expect(state.fees?.day).toBe(day(9));
  });
  test('before Banff, a committed proposal ends the day', () => {
    const proposal = { unsigned: { type: 'AdvanceTimeTx', time: BigInt(day(4)) } };
    expect(endDay(at(day(3), { proposal }), block(undefined, 'ApricotAbortBlock'))).toBeUndefined();
    expect(endDay(at(day(3), { proposal }), block(undefined, 'ApricotCommitBlock'))?.time).toBe(day(3));
  });
  test('fees are known only of days that are counted from their start', () => {
    const state = at(day(3) + 80_000);
    state.fees = undefined;
    expect(endDay(state, block(day(4)))?.paid).toBeUndefined();
    state.time = day(4);
    expect(endDay(state, block(day(5)))?.paid).toEqual(new Map());
  });
});
