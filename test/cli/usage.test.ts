import { hoursIn } from '../../bin/cli/usage';

test.each([
  ['1h', 1],
  ['24h', 24],
  ['7d', 168],
  ['4w', 672],
])('--since %s is %i hours', (text, hours) => expect(hoursIn(text)).toBe(hours));

test.each(['', '0h', '24', 'h', '1.5h', '3m', '99999h'])('--since %s is rejected with the accepted units', (text) => {
  expect(() => hoursIn(text)).toThrow(
    `--since ${text} is not a duration: use hours, days or weeks, such as 24h, 7d or 4w`,
  );
});
