import { getFailure, getHttpFailure } from '../../../lambdas/core/node/classify';
import { NodeDown } from '../../../lambdas/core/node/errors';

test.each([
  [3, 'execution reverted: no', 'reverted'],
  [-32000, 'execution reverted', 'reverted'],
  [-32000, 'out of gas', 'reverted'],
  [-32000, 'invalid opcode: INVALID', 'reverted'],
  [-32000, 'gas required exceeds allowance (500000)', 'reverted'],
  // geth, for code that requests endless memory.
  [-32000, 'gas uint64 overflow', 'reverted'],
  [-32015, 'VM execution error.', 'reverted'],
  // anvil.
  [-32603, 'EVM error OutOfGas', 'reverted'],
  [-32603, 'EVM error InvalidFEOpcode', 'reverted'],
  [-32603, 'Internal error', 'broken'],
  [-32603, 'Internal error: header not found', 'state gone'],
  [-32603, 'internal error: connection refused', 'broken'],
  [-32603, 'method handler crashed', 'broken'],
  [-32000, 'execution aborted (timeout = 5s)', 'broken'],
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
])('error %i "%s" is classified as: %s', (code, message, failure) => {
  const error = getFailure({ code, message });
  expect(error.failure).toBe(failure);
  expect(error.message).not.toContain(message);
});

// Collected from the sources of the nodes and from issue reports.
test.each([
  ['Hardhat', -32603, "Error: VM Exception while processing transaction: reverted with reason string 'closed'"],
  ['Hardhat', -32603, 'Error: Transaction reverted: function call to a non-contract account'],
  ['Hardhat', -32603, 'Error: Transaction reverted without a reason string'],
  ['Hardhat', -32603, 'Transaction ran out of gas'],
  ['Hardhat', -32603, 'VM Exception while processing transaction: invalid opcode'],
  ['Ganache', -32000, 'VM Exception while processing transaction: revert closed'],
  ['Ganache', -32603, 'VM Exception while processing transaction: stack underflow'],
  ['Rootstock', -32015, 'VM Exception while processing transaction: transaction reverted'],
  ['Moonbeam', -32603, 'VM Exception while processing transaction: revert closed'],
  ['Moonbeam', -32603, 'evm error: Other("no code")'],
  ['Moonbeam', -32603, 'evm revert: Reverted'],
  ['Moonbeam', -32603, 'out of gas or fund'],
  ['Acala', -32603, 'execution error: InvalidCode(Opcode(254))'],
  ['Lotus', 11, 'message execution failed (exit=[33], revert reason=[none], vm error=[0x])'],
  ['Lotus', 1, 'failed to apply message: message execution failed: exit 34, reason: undefined instruction'],
  ['Lotus', 11, '00: f0169791 (method 3844450837) -- contract reverted at 75 (33)'],
  ['Besu', -32000, 'Execution reverted'],
  ['Nethermind', -32015, 'VM execution error.'],
  ['Nethermind', 3, 'execution reverted'],
  ['OpenEthereum', -32016, 'VM execution error.'],
  ['OpenEthereum', -32015, 'Bad instruction fe'],
  ['OpenEthereum', -32000, 'Bad jump destination 0x2'],
  ['reth', 3, 'execution reverted: closed'],
  ['reth', -32003, 'EVM error: InvalidFEOpcode'],
  ['reth', -32003, 'out of gas: gas required exceeds: 16000000'],
  ['Avalanche', -32000, 'execution reverted: closed'],
  ['zkSync Era', 3, 'execution reverted: closed'],
  ['nitro', -32000, 'execution reverted'],
  ['Hedera', -32008, 'execution reverted: closed'],
  ['ethermint', -32000, 'rpc error: code = Unknown desc = execution reverted: closed'],
  ['ethermint', -32603, 'rpc error: code = Internal desc = invalid opcode: opcode 0xfe not defined'],
  ['Kaia', -32000, 'evm: execution reverted'],
  ['XDC', -32000, 'execution reverted'],
  ['Polygon Edge', -32603, 'execution was reverted'],
  ['java-tron', -32000, 'REVERT opcode executed'],
  // A revert reason is not a state of the node.
  ['any node', 3, 'execution reverted: header not found'],
])('a %s error %i is a revert: %s', (_, code, message) => {
  expect(getFailure({ code, message }).failure).toBe('reverted');
});

const ERROR = '0x08c379a00000000000000000000000000000000000000000000000000000000000000020';
const PANIC = '0x4e487b710000000000000000000000000000000000000000000000000000000000000011';
test.each([
  [ERROR],
  [PANIC],
  [ERROR.slice(2)],
  [`Reverted ${PANIC}`],
  ['Reverted 0x'],
  [{ data: ERROR, message: 'closed' }],
  [{ result: PANIC }],
  [{ return: ERROR, program_counter: 7 }],
  [{ code: 3, message: 'execution reverted' }],
])('an error with the data %j is a revert with any code and text', (data) => {
  for (const code of [-32603, -32000, -32099, 7])
    expect(getFailure({ code, message: 'no', data }).failure).toBe('reverted');
});
test.each([
  ['0x'],
  ['0x12345678'],
  [`0x00${ERROR.slice(2)}`],
  [{ data: '0x' }],
  [{ message: 'busy' }],
  [[ERROR]],
  [null],
  [7],
])('an error with the data %j is a failure of the node', (data) =>
  expect(getFailure({ code: -32603, message: 'Internal error', data }).failure).toBe('broken'),
);

test.each([
  ['0x96c6fd1e', '0x96c6fd1e'],
  [`Reverted ${ERROR}`, ERROR],
  [{ data: '0x96c6fd1e', message: 'reverted' }, '0x96c6fd1e'],
  [{ result: '0x' }, undefined],
  ['0x123', undefined],
  [undefined, undefined],
])('a revert with the data %j has %s for its caller', (data, expected) => {
  expect(getFailure({ code: 3, message: 'execution reverted', data })).toMatchObject({
    failure: 'reverted',
    data: expected,
  });
});

test('error -32015 with Hedera’s own message is not a revert', () => {
  const message = 'Dependent service returned immature records';
  expect(getFailure({ code: -32015, message }).failure).toBe('broken');
});

test('an error without code or message is classified as broken', () => {
  for (const given of [{}, { code: 'x', message: 5 }, { message: null }])
    expect(getFailure(given).failure).toBe('broken');
});

test('an HTTP status is classified as throttled (with its wait), too big or down', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  expect(getHttpFailure(429, '7', now)).toMatchObject({ failure: 'throttled', retryAfterMs: 7_000 });
  expect(getHttpFailure(429, 'Thu, 01 Jan 2026 00:00:05 GMT', now)).toMatchObject({ retryAfterMs: 5_000 });
  expect(getHttpFailure(503, '1', now)).toMatchObject({ failure: 'throttled', retryAfterMs: 1_000 });
  expect(getHttpFailure(429, undefined, now)).toMatchObject({ failure: 'throttled', retryAfterMs: undefined });
  expect(getHttpFailure(413, undefined, now).failure).toBe('too big');
  expect(getHttpFailure(502, undefined, now)).toMatchObject({ failure: 'down' });
  expect(getHttpFailure(502, undefined, now)).toBeInstanceOf(NodeDown);
});
