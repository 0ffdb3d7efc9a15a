import * as fc from 'fast-check';
import { type Balances, balancesAt } from '../../../lambdas/pchain/domain/balances';
import type { PUtxoRow } from '../../../lambdas/pchain/domain/rows';
import { runs } from '../../support/full';
import { hash } from '../../support/make/blocks';

const [AVAX, OTHER] = [hash(1), hash(2)];
const NOW = { block: 10, time: 1_000 };
/** Times around the moment. At `AT` an ending lock is over and a starting stake is active. */
const [BEFORE, AT, AFTER] = [NOW.time - 1, NOW.time, NOW.time + 1];

type Changes = Partial<Omit<PUtxoRow, 'owners'>> & { locktime?: number };
const anOutput = ({ locktime = 0, ...changes }: Changes = {}): PUtxoRow => ({
  ...{ txId: hash(3), outputIndex: 0, assetId: AVAX, amount: 5n, origin: 'transaction', by: hash(3) },
  created: { block: 5, time: 500 },
  ...changes,
  owners: { locktime: BigInt(locktime), threshold: 1, addresses: [`0x${'ab'.repeat(20)}`] },
});
const getKinds = (balances: Balances) =>
  Object.entries(balances).flatMap(([kind, sums]) => (sums.length > 0 ? [kind] : []));
const getKind = (changes: Changes): string | undefined => {
  const [kind, ...more] = getKinds(balancesAt([anOutput(changes)], NOW));
  expect(more).toEqual([]);
  return kind;
};
const stake = (start: number): Changes => ({ origin: 'stake', staked: { start, end: 5_000 } });
const locked = (until: number) => ({ stakeableUntil: BigInt(until) });
/** A stake that was paid back by this block. */
const returned = (block: number, start = BEFORE): Changes => ({
  origin: 'stake',
  returned: { block, time: 5_000, start },
});

test.each<[what: string, changes: Changes, kind: string | undefined]>([
  ['without a lock is unlocked', {}, 'unlockedUnstaked'],
  ['with expired locks is unlocked', { locktime: BEFORE, ...locked(BEFORE) }, 'unlockedUnstaked'],
  ['with a lock that ends now is unlocked', { locktime: AT }, 'unlockedUnstaked'],
  ['with a lock is lockedPlatform', { locktime: AFTER }, 'lockedPlatform'],
  ['with the longest lock is lockedPlatform', { locktime: Number.MAX_SAFE_INTEGER }, 'lockedPlatform'],
  ['with a stakeable lock that ends now is unlocked', locked(AT), 'unlockedUnstaked'],
  ['with a stakeable lock is lockedStakeable', locked(AFTER), 'lockedStakeable'],
  ['with a stakeable lock and another lock is lockedPlatform', { locktime: AFTER, ...locked(AFTER) }, 'lockedPlatform'],
  ['with only the stakeable lock left is lockedStakeable', { locktime: AT, ...locked(AFTER) }, 'lockedStakeable'],
  ['of a stake is unlockedStaked', stake(BEFORE), 'unlockedStaked'],
  ['of a stake that starts now is unlockedStaked', stake(AT), 'unlockedStaked'],
  ['of a future stake is pendingStaked', stake(AFTER), 'pendingStaked'],
  [
    'of a future stake with locks is pendingStaked',
    { ...stake(AFTER), locktime: AFTER, ...locked(AFTER) },
    'pendingStaked',
  ],
  ['of a stake with a lock is lockedStaked', { ...stake(AT), locktime: AFTER }, 'lockedStaked'],
  ['of a stake with a stakeable lock is lockedStaked', { ...stake(AT), ...locked(AFTER) }, 'lockedStaked'],
  [
    'of a stake with locks that end now is unlockedStaked',
    { ...stake(AT), locktime: AT, ...locked(AT) },
    'unlockedStaked',
  ],
  ['of a stake paid back later is unlockedStaked', returned(NOW.block + 1), 'unlockedStaked'],
  [
    'of a locked stake paid back later is lockedStaked',
    { ...returned(NOW.block + 1), ...locked(AFTER) },
    'lockedStaked',
  ],
  ['of a stake paid back later that has not started is pendingStaked', returned(NOW.block + 1, AFTER), 'pendingStaked'],
  ['of a stake paid back later that starts now is unlockedStaked', returned(NOW.block + 1, AT), 'unlockedStaked'],
  ['of a stake paid back now is unlockedUnstaked', returned(NOW.block), 'unlockedUnstaked'],
  [
    'of a stake paid back now with a stakeable lock is lockedStakeable',
    { ...returned(NOW.block), ...locked(AFTER) },
    'lockedStakeable',
  ],
  ['created now is unlockedUnstaked', { created: { block: NOW.block, time: AT } }, 'unlockedUnstaked'],
  ['created later is not counted', { created: { block: NOW.block + 1, time: AT } }, undefined],
  ['spent now is not counted', { spent: { by: hash(4), block: NOW.block, time: AT } }, undefined],
  ['spent later is unlockedUnstaked', { spent: { by: hash(4), block: NOW.block + 1, time: AT } }, 'unlockedUnstaked'],
])('an output %s', (_, changes, kind) => expect(getKind(changes)).toBe(kind));

test('sums per asset are exact and count each output once', () => {
  const large = 2n ** 64n - 1n;
  const outputs = [
    anOutput({ amount: large }),
    anOutput({ amount: large, outputIndex: 1 }),
    anOutput({ assetId: OTHER, outputIndex: 2 }),
    anOutput({ txId: hash(5), amount: 1n }),
    anOutput({ ...stake(AFTER), amount: 7n, txId: hash(6) }),
  ];
  const balances = balancesAt([...outputs, ...outputs.toReversed()], NOW);
  expect(balances).toEqual({
    unlockedUnstaked: [
      { assetId: AVAX, amount: 2n * large + 1n, outputs: 3 },
      { assetId: OTHER, amount: 5n, outputs: 1 },
    ],
    pendingStaked: [{ assetId: AVAX, amount: 7n, outputs: 1 }],
    ...{ unlockedStaked: [], lockedPlatform: [], lockedStakeable: [], lockedStaked: [] },
  });
});

test('every unspent output is in exactly one sum', () => {
  const time = fc.constantFrom(0, BEFORE, AT, AFTER);
  const block = fc.constantFrom(NOW.block - 1, NOW.block, NOW.block + 1);
  const at = block.map((one) => ({ block: one, time: AT }));
  const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined });
  const drawn = fc.record({
    ...{ locktime: time, until: maybe(time), created: at, spent: maybe(at) },
    life: fc.oneof(
      fc.constant({}),
      time.map(stake),
      fc.tuple(block, time).map(([one, start]) => returned(one, start)),
    ),
    asset: fc.constantFrom(AVAX, OTHER),
  });
  const check = (all: (typeof drawn extends fc.Arbitrary<infer T> ? T : never)[]) => {
    const outputs = all.map(({ locktime, until, created, spent, life, asset: assetId }, outputIndex) =>
      anOutput({
        ...{ ...life, locktime, created, assetId, outputIndex },
        ...(until === undefined ? {} : locked(until)),
        ...(spent && { spent: { ...spent, by: hash(4) } }),
      }),
    );
    const there = outputs.filter(({ created, spent }) => (created?.block ?? 11) <= 10 && (spent?.block ?? 11) > 10);
    const sums = Object.values(balancesAt(outputs, NOW)).flat();
    for (const asset of [AVAX, OTHER]) {
      const those = sums.filter(({ assetId }) => assetId === asset);
      const count = there.filter(({ assetId }) => assetId === asset).length;
      expect(those.reduce((sum, one) => sum + one.outputs, 0)).toBe(count);
      expect(those.reduce((sum, { amount }) => sum + amount, 0n)).toBe(5n * BigInt(count));
    }
  };
  void fc.assert(fc.property(fc.array(drawn, { maxLength: 20 }), check), runs(200));
});
