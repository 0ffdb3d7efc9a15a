import { getHighest, toPoints } from '../../site/front/plotted-metrics';

const DAY = 1_763_856_000;

test('points are oldest first, named by their time in UTC', () => {
  const values = [
    { timestamp: DAY + 3_600, value: 1_234.4 },
    { timestamp: DAY, value: 0.12345 },
  ];
  expect(toPoints('txCount', 'hour', values)).toEqual([
    { label: '2025-11-23 00:00 UTC', value: 0.12345, text: '0.123' },
    { label: '2025-11-23 01:00 UTC', value: 1_234.4, text: '1,234' },
  ]);
  expect(toPoints('txCount', 'day', values).map(({ label }) => label)).toEqual(['2025-11-23', '2025-11-23']);
});

test('wei are shown in coins, and gas prices in gwei', () => {
  expect(toPoints('feesPaid', 'day', [{ timestamp: DAY, value: 2.5e18 }])[0]?.text).toBe('2.5');
  expect(toPoints('avgGasPrice', 'day', [{ timestamp: DAY, value: 25e9 }])[0]?.text).toBe('25');
});

test('the scale ends with the highest value', () => {
  const point = (value: number) => ({ label: '', value, text: `${value}!` });
  expect(getHighest([point(1), point(3), point(2)])).toBe('3!');
  expect(getHighest([point(0), point(0)])).toBe('0!');
});
