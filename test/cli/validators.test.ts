import { validatorLines } from '../../bin/cli/validators';
import type { L1ValidatorDetailsFull } from '../../lambdas/pchain/contract/schemas/l1-validators';

type Validator = L1ValidatorDetailsFull;
const lineOf = (runsOutAt: number) => {
  const known = { daysLeft: 1.5, runsOutAt, remainingBalance: 2_500_000_000 };
  const ids = { nodeId: 'NodeID-1', subnetId: 'subnet', validationId: 'validation' };
  return validatorLines([{ ...known, ...ids } as Validator])[0];
};

test.each([
  [1_763_856_000, '2025-11-23T00:00Z'],
  [8_640_000_000_001, 'after the year 275000'],
])('a validator that runs out at %i is listed with its date', (runsOutAt, date) => {
  expect(lineOf(runsOutAt)).toBe(`    1.50 days left, runs out ${date}, 2.5000 AVAX: NodeID-1 of subnet (validation)`);
});
