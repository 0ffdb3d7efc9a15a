import { withMutedErrors } from '../../support/endpoints/with-muted-errors';
import { callsWorld } from '../../support/node-rpc/calls-world';
import { call, error, line, NOTHING, result, SPECIFIED } from '../../support/node-rpc/messages';

describe('a batch', () => {
  const calls = (count: number) => `[${Array.from({ length: count }, (_, i) => call(`"id":${i}`)).join(' , ')}]`;
  test('a batch is answered in order, with each call handled separately', async () => {
    const body = `[${call('"id":"a"')},5,${call('"params":{}')},${call('"id":2', 'platform.nope')},{},[],{"id":3}]`;
    const whole = (kind: string) => `json: cannot unmarshal ${kind} into Go value of type json2.serverRequest`;
    const answers = [
      result(SPECIFIED, '"a"'),
      error(-32600, whole('number'), 'null', NOTHING),
      error(-32601, `rpc: can't find method "platform.Nope"`, '2'),
      error(-32600, whole('array'), 'null', NOTHING),
      error(-32600, 'jsonrpc must be 2.0', '3', '{"jsonrpc":"","method":"","params":null,"id":3}'),
    ];
    expect(await callsWorld().send(body)).toEqual({
      text: `[${answers.join(',')}]\n`,
      calls: 7,
      errors: { '-32600': 3, '-32601': 1 },
    });
  });
  test('a batch has from 1 to 50 calls', async () => {
    const { send } = callsWorld();
    expect(JSON.parse((await send(calls(50))).text)).toHaveLength(50);
    const long = {
      text: line(error(-32600, 'a batch must have at most 50 calls', 'null')),
      calls: 0,
      errors: { '-32600': 1 },
    };
    expect(await send(calls(51))).toEqual(long);
    expect(await send(' [ ] ')).toEqual({ ...long, text: line(error(-32600, 'a batch must not be empty', 'null')) });
  });
  test('a batch of notifications has no answer', async () => {
    expect((await callsWorld().send(`[${call('"params":{}')},{}]`)).text).toBe('');
  });
  test('equal cacheable calls of a batch reach the node once', async () => {
    const { send, asked } = callsWorld();
    const equal = Array.from({ length: 50 }, (_, i) => call(`"id":${i}`, 'platform.getSubnets'));
    await send(`[${equal.join()}]`);
    expect(asked).toHaveLength(1);
  });
  test('a batch makes at most eight concurrent node calls, and none once no more answers fit', async () => {
    let [running, most, asked] = [0, 0, 0];
    const ask = async () => {
      [running, asked] = [running + 1, asked + 1];
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return { result: `"${'x'.repeat(2_000_000)}"` };
    };
    const { send } = callsWorld({ ask });
    const different = Array.from({ length: 50 }, (_, i) =>
      call(`"params":{"subnetID":"${i}"},"id":${i}`, 'platform.getSubnet'),
    );
    const { errors } = await send(`[${different.join()}]`);
    // Eight at first, and two more when the first two, which fit, have finished.
    expect([most, asked]).toEqual([8, 10]);
    expect(errors).toEqual({ '-32000': 48 });
  });
  test('every call of a batch is answered even if the table fails', async () => {
    const heads = () => Promise.reject(new Error('no table'));
    const { send } = callsWorld({ heads });
    const sent = `[${call('"id":1')},${call('"id":2', 'platform.nope')},${call('"id":3', 'platform.getHeight')}]`;
    const { text } = await withMutedErrors(() => send(sent));
    const answers = JSON.parse(text) as { id: number; error: { code: number } }[];
    expect(answers.map(({ id, error: failed }) => [id, failed.code])).toEqual([
      [1, -32603],
      [2, -32601],
      [3, -32603],
    ]);
  });
  test('calls of a batch with answers that do not fit get an error', async () => {
    const { send } = callsWorld({ ask: async () => ({ result: `"${'x'.repeat(2_000_000)}"` }) });
    const { text, errors } = await send(
      `[${[1, 2, 3, 4].map((id) => call(`"id":${id}`, 'platform.getTimestamp')).join()}]`,
    );
    const answers = JSON.parse(text) as { readonly id: number; readonly error?: { readonly message: string } }[];
    expect(answers.map(({ id, error: failed }) => [id, failed?.message])).toEqual([
      [1, undefined],
      [2, undefined],
      [3, expect.stringContaining('send fewer calls')],
      [4, expect.stringContaining('send fewer calls')],
    ]);
    expect(errors).toEqual({ '-32000': 2 });
    expect(Buffer.byteLength(text)).toBeLessThan(6_000_000);
  });
});
