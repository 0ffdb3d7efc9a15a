import { describeMonth } from '../../bin/bench/pchain-month';

const kind = { blocks: 2, txs: 2, blockUnits: 6 };
const KINDS = [
  ...['BaseTx', 'ImportTx', 'ExportTx', 'IncreaseL1ValidatorBalanceTx', 'SetL1ValidatorWeightTx'],
  ...['RegisterL1ValidatorTx', 'AddPermissionlessDelegatorTx', 'AddPermissionlessValidatorTx', 'the end of a stake'],
];
const paced = { blocks: 10, seconds: 20, writeUnits: 220, nodeCalls: 40, s3Writes: 1, s3Reads: 2, busCalls: 10 };

test('a month costs the measured counts at the prices of units, calls and events', () => {
  // 20 units per block of any kind, plus 2 that are not rows.
  const kinds = new Map(KINDS.map((name) => [name, { ...kind, units: 40 }]));
  const lines = describeMonth(paced, kinds);
  expect(lines[2]).toBe(
    'Per month: 1.30 million blocks, 22.00 WRU a block, 28.51 million WRU $17.82; 5.18 million calls to the node; 129,600 S3 writes and 259,200 reads $0.75; 1.30 million events $1.30. Total $19.87, plus the idle cost of the follower (printed at synth), reads and storage.',
  );
});

test('the assumed mix of kinds adds up to a hundred blocks', () => {
  // 0.2 units for two blocks of each kind are a tenth of a unit per block.
  const kinds = new Map(KINDS.map((name) => [name, { ...kind, units: 0.2 }]));
  const [, , month] = describeMonth({ ...paced, writeUnits: 1 }, kinds);
  expect(month).toContain(', 0.10 WRU a block,');
});

test('a kind without measured blocks is an error instead of zero', () => {
  expect(() => describeMonth(paced, new Map([['BaseTx', { ...kind, units: 40 }]]))).toThrow(
    'no blocks with ImportTx were measured',
  );
});
