import { readFileSync } from 'node:fs';
import { COST_COUNTS, type CostCounts, costPage } from '../../bin/docs/cost';
import { PRICE, toDollars } from '../../lambdas/core/contract/prices';

test('docs/cost.md is up to date with the counts and prices: `npm run docs` writes it', () => {
  const counts = JSON.parse(readFileSync(COST_COUNTS, 'utf8')) as CostCounts;
  expect(readFileSync('docs/cost.md', 'utf8')).toBe(costPage(counts));
});

test('a usage costs the sum of its parts', () => {
  expect(toDollars({})).toBe(0);
  expect(toDollars({ writeUnit: 1e6, transition: 1_000, alarm: 2 })).toBeCloseTo(0.625 + 0.025 + 0.2, 10);
  expect(Object.values(PRICE).every((price) => price > 0)).toBe(true);
});

test('the cost of the C-Chain’s history is computed from the counts', () => {
  const of = { readUnits: 0, writeUnits: 0, queueCalls: 0, ms: 0 };
  const page = costPage({
    measuredOn: '2026-01-01',
    idleHour: { requests: 0, readUnits: 0, writeUnits: 0, nodeCalls: 0 },
    indexing: {
      block: 8,
      historyBlock: 4,
      transaction: 3,
      transfer: 2,
      perBlock: { s3Write: 1, event: 1, queueCall: 1 },
    },
    reads: [],
    webhooks: { burst: of, alone: of },
    exportedRow: { readUnits: 0, writeUnits: 0, bytes: 0, ms: 0 },
  });
  // 100 million blocks of 4, 1.2 billion transactions of 3 with 1.5 transfers of 2; a million objects.
  expect(page).toContain('7.6 billion WRU and 1.0 million objects cost $4,755.00');
  expect(page).toContain('| 2,000 | 44.0 |');
});
