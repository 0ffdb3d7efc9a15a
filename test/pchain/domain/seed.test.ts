import { notSeedable, placesBelow } from '../../../lambdas/pchain/domain/seed';
import { subnetItem } from '../../../lambdas/pchain/rows/items';

test('what is older than a seed stands right below it, in its order, however much it is', () => {
  const places = placesBelow(1_000, 250_001);
  expect([places[0], places.at(-1)]).toEqual([
    { block: 997, tx: 49_999 },
    { block: 999, tx: 99_999 },
  ]);
  const owner = { locktime: 0n, threshold: 0, addresses: [] };
  const keys = places.map((created) => String(subnetItem('x', { subnetId: '0x12', created, owner }).g1s));
  expect(keys).toEqual([...new Set(keys)].toSorted());
  expect(keys.length).toBe(250_001);
});

test.each<[when: string, durango: number, time: number, isSeedable: boolean]>([
  ['began with it', 5, 5, true],
  ['began later', 5, 6, true],
  ['has not had it yet', 1_000_000, 999_999, false],
  ['has just got it', 1_000_000, 1_000_000 + 14 * 86_400 - 1, false],
  ['has had it for long enough', 1_000_000, 1_000_000 + 14 * 86_400, true],
  ['will never get it', Number.MAX_SAFE_INTEGER, 1_000_000, false],
])('a state can be seeded of a network that %s: its node knows of nobody who waits', (_, durango, time, isSeedable) => {
  const upgrades = { cortina: 0, durango, etna: durango, helicon: durango };
  expect(notSeedable({ upgrades }, 5, time) === undefined).toBe(isSeedable);
});
