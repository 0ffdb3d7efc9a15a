import fc from 'fast-check';
import { numberText, stringText } from '../../support/make/json-texts';
import { callsWorld, FEE_STATE, MAINNET, UNREADABLE_ARGUMENT } from '../../support/node-rpc/calls-world';
import { call, error, line, NOTHING, result, SPECIFIED } from '../../support/node-rpc/messages';

describe('a call', () => {
  test.each([
    ['without params', call(), result(SPECIFIED)],
    ['with params that the method does not have', call('"params":{"x":[1]},"id":1'), result(SPECIFIED)],
    [
      'with params in an array',
      call('"params":[{"height":"5"}],"id":1', 'platform.getBlockByHeight'),
      result('{"height":"5"}'),
    ],
    [
      'with a name in other case',
      call('"params":{"HEIGHT":5},"id":1', 'platform.getBlockByHeight'),
      result('{"height":"5"}'),
    ],
    ['with params of another type', call('"params":5,"id":1'), error(-32000, UNREADABLE_ARGUMENT)],
    ['with more than an object in the array', call('"params":[1,2],"id":1'), error(-32000, UNREADABLE_ARGUMENT)],
    [
      'that the node refuses',
      call('"params":{"height":500},"id":1', 'platform.getBlockByHeight'),
      error(-32000, "couldn't get block at height 500: not found"),
    ],
    [
      'of an unknown method',
      call('"id":"a"', 'platform.issueTx'),
      error(-32601, `rpc: can't find method "platform.IssueTx"`, '"a"'),
    ],
    [
      'without a service name',
      call('"id":1', 'getHeight'),
      error(-32601, 'rpc: service/method request ill-formed: "getHeight"'),
    ],
    ['without a method', '{"jsonrpc":"2.0","id":1}', error(-32601, 'rpc: service/method request ill-formed: ""')],
    [
      'of another version',
      '{"jsonrpc":"1.0","id":[ 1 ]}',
      error(-32600, 'jsonrpc must be 2.0', '[1]', '{"jsonrpc":"1.0","method":"","params":null,"id":[1]}'),
    ],
    [
      'that is not JSON',
      '<html>',
      error(-32700, "invalid character '\u003c' looking for beginning of value", 'null', NOTHING).replace(
        '<',
        '\\u003c',
      ),
    ],
    ['that is empty', '', error(-32700, 'EOF', 'null', NOTHING)],
    [
      'with a number for the method, without an id',
      '{"jsonrpc":"2.0","method":5}',
      error(
        -32700,
        'json: cannot unmarshal number into Go struct field serverRequest.method of type string',
        'null',
        '{"jsonrpc":"2.0","method":"","params":null,"id":null}',
      ),
    ],
    ['without an id', call('"params":{}'), ''],
    ['with the id null', call('"id":null'), ''],
    ['of an unknown method without an id', call('"params":{}', 'platform.nope'), ''],
    ['that is null', 'null', ''],
  ])('a call %s gets the exact specified answer', async (_, body, answer) => {
    const { text, calls } = await callsWorld().send(body);
    expect([text, calls]).toEqual([line(answer), 1]);
  });
  test('the fee state can be answered in the format of nodes', async () => {
    expect((await callsWorld().send(call(), { ...MAINNET, format: 'node' })).text).toBe(line(result(FEE_STATE)));
  });
  test('an answer has the ID of its call byte for byte', async () => {
    const { send } = callsWorld();
    const id = fc.oneof(
      numberText,
      stringText.filter((text) => !/[<>&\u2028\u2029]/.test(text)),
    );
    await fc.assert(
      fc.asyncProperty(id, async (given) => {
        expect((await send(call(`"id" : ${given} `, 'platform.nope'))).text).toMatch(/"data":\{\}\},"id":/);
        expect((await send(call(`"id" : ${given} `))).text).toBe(line(result(SPECIFIED, given)));
      }),
    );
  });
  test('a notification does not reach the node', async () => {
    const { send, asked } = callsWorld();
    await send(`[${call('"params":{}', 'platform.getTotalStake')},${call('"id":null', 'platform.getTotalStake')}]`);
    expect(asked).toEqual([]);
  });
});

describe("an answer over Lambda's limit", () => {
  // As many quotes as other characters: half as long again once escaped for Lambda.
  const dense = `[${'"a",'.repeat(1_000_000)}1]`;
  test("an answer over Lambda's limit becomes an error of the call", async () => {
    const { send } = callsWorld({ ask: async () => ({ result: dense }) });
    const { text } = await send(call('"id":"a"', 'platform.getTimestamp'));
    expect(text).toBe(line(error(-32000, 'the answer is too long', '"a"')));
  });
  test("a batch over Lambda's limit keeps the answers that fit", async () => {
    const { send } = callsWorld({ ask: async () => ({ result: dense }) });
    const { text } = await send(`[${call('"id":1', 'platform.getTimestamp')},${call('"id":2')}]`);
    expect(Buffer.byteLength(JSON.stringify(text))).toBeLessThan(6_291_556);
    expect(text).toContain(result(SPECIFIED, '2'));
  });
});
