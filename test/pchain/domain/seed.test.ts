import { notSeedable, placesBelow } from '../../../lambdas/pchain/domain/seed';
import { subnetItem } from '../../../lambdas/pchain/rows/items';

test('places for 250,001 older rows are right below the seed, unique and in order', () => {
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
  ['if it started with Durango', 5, 5, true],
  ['right after a start with Durango', 5, 6, true],
  ['not before Durango', 1_000_000, 999_999, false],
  ['not within 14 days after Durango', 1_000_000, 1_000_000 + 14 * 86_400 - 1, false],
  ['from 14 days after Durango', 1_000_000, 1_000_000 + 14 * 86_400, true],
  ['not if Durango is never activated', Number.MAX_SAFE_INTEGER, 1_000_000, false],
])('a network can be seeded without unknown pending stakes: %s', (_, durango, time, isSeedable) => {
  const upgrades = { cortina: 0, durango, etna: durango, helicon: durango };
  expect(notSeedable({ upgrades }, 5, time) === undefined).toBe(isSeedable);
});
