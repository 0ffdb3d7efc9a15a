import { failureOf, httpFailureOf } from '../../../lambdas/adapters/node/classify';
import { NodeDown } from '../../../lambdas/adapters/node/errors';

test.each([
  [3, 'execution reverted: no', 'reverted'],
  [-32000, 'execution reverted', 'reverted'],
  [-32000, 'out of gas', 'reverted'],
  [-32000, 'invalid opcode: INVALID', 'reverted'],
  [-32000, 'gas required exceeds allowance (500000)', 'reverted'],
  // geth's, of code that asks for memory without end.
  [-32000, 'gas uint64 overflow', 'reverted'],
  [-32015, 'VM execution error.', 'reverted'],
  // anvil's.
  [-32603, 'EVM error OutOfGas', 'reverted'],
  [-32603, 'EVM error InvalidFEOpcode', 'reverted'],
  [-32603, 'Internal error', 'broken'],
  [-32603, 'execution reverted', 'broken'],
  [-32000, 'something new', 'broken'],
  [-32602, 'invalid argument 1: cannot unmarshal object', 'broken'],
  [-32000, 'missing trie node 0123 (path ) state 0x45 is not available', 'state gone'],
  [-32000, 'header not found', 'state gone'],
  [-32000, 'unknown block', 'state gone'],
  [-32000, 'historical state 0x12 is not available', 'state gone'],
  [-32000, 'state not available', 'state gone'],
  [-32001, 'Resource not found', 'state gone'],
  [-32602, 'BlockOutOfRangeError: block height is 0 but requested was 2457', 'state gone'],
  [-32003, 'response too large', 'too big'],
  [-32002, 'request timed out', 'too big'],
  [-32005, 'limit exceeded', 'throttled'],
  [429, 'Too Many Requests', 'throttled'],
  [-32601, 'the method debug_traceBlockByHash does not exist', 'unknown method'],
  [-32004, 'method not supported', 'unknown method'],
])('%i "%s" means: %s', (code, message, failure) => {
  const error = failureOf({ code, message });
  expect(error.failure).toBe(failure);
  expect(error.message).not.toContain(message);
});

test('an error without code or message is broken', () => {
  for (const given of [{}, { code: 'x', message: 5 }, { message: null }])
    expect(failureOf(given).failure).toBe('broken');
});

test('an HTTP status says whether to wait, and for how long, or to ask for less', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  expect(httpFailureOf(429, '7', now)).toMatchObject({ failure: 'throttled', retryAfterMs: 7_000 });
  expect(httpFailureOf(429, 'Thu, 01 Jan 2026 00:00:05 GMT', now)).toMatchObject({ retryAfterMs: 5_000 });
  expect(httpFailureOf(503, '1', now)).toMatchObject({ failure: 'throttled', retryAfterMs: 1_000 });
  expect(httpFailureOf(429, undefined, now)).toMatchObject({ failure: 'throttled', retryAfterMs: undefined });
  expect(httpFailureOf(413, undefined, now).failure).toBe('too big');
  expect(httpFailureOf(502, undefined, now)).toMatchObject({ failure: 'down' });
  expect(httpFailureOf(502, undefined, now)).toBeInstanceOf(NodeDown);
});
