import fc from 'fast-check';
import { feeStateIn } from '../../../lambdas/node-rpc/serving/fee-state';
import { failure } from '../../../lambdas/pchain/domain/json-rpc/answer';

const getState = (excess: unknown, price: unknown, timestamp = '"2026-11-23T10:15:30Z"') =>
  `{"excess":${excess},"price":${price},"timestamp":${timestamp}}`;
const specified = (excess: unknown, price: unknown, timestamp = '"2026-11-23T10:15:30Z"') =>
  getState(`{"value":${excess},"unit":"gas"}`, `{"value":${price},"unit":"nAVAX/s"}`, timestamp);

test("every digit of an unsigned 64-bit number is kept, with units or in the node's format", () => {
  const uint64 = fc.bigInt(0n, 2n ** 64n - 1n);
  fc.assert(
    fc.property(uint64, uint64, (excess, price) => {
      const outcome = { result: getState(excess, price) };
      expect(feeStateIn('node', outcome)).toEqual(outcome);
      expect(feeStateIn('specification', outcome)).toEqual({ result: specified(excess, price) });
    }),
  );
});
test.each(['"2026-11-23T10:15:30Z"', '"2026-11-23T10:15:30.123456789Z"', '"2026-11-23T12:15:30+02:00"'])(
  'the time %s is kept unchanged',
  (time) => {
    expect(feeStateIn('specification', { result: getState(1, 2, time) })).toEqual({ result: specified(1, 2, time) });
  },
);
test("whitespace, order and unknown fields in the node's answer are ignored", () => {
  const result = ' {"timestamp" : "2026-11-23T10:15:30Z", "new":[1], "price": 2 ,"excess":1} '.trim();
  expect(feeStateIn('specification', { result })).toEqual({ result: specified(1, 2) });
});
test.each([
  getState('"1"', 2),
  getState(-1, 2),
  getState(1.5, 2),
  getState(1, '1e3'),
  getState(1, null),
  getState(1, 2, '5'),
  getState(1, 2, '"today"'),
  getState(1, 2, '"2026-11-23T10:15:30Z\\u0022"'),
  '{"excess":1,"price":2}',
  '{}',
  '[]',
  'null',
  '"<html>"',
])('the answer %s is rejected as an invalid fee state', (result) => {
  for (const format of ['specification', 'node'] as const)
    expect(feeStateIn(format, { result })).toEqual({
      error: { code: -32000, message: expect.stringContaining('did not return a fee state') as string },
    });
});
test('an error of the node is passed on', () => {
  const refusal = failure(-32000, 'not found', '{"a":1}');
  expect(feeStateIn('specification', refusal)).toBe(refusal);
});
