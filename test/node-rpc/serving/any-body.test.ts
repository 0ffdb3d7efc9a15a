import fc from 'fast-check';
import { failure } from '../../../lambdas/pchain/domain/json-rpc/answer';
import { jsonText, nearlyJson, numberText, stringText } from '../../support/make/json-texts';
import { callsWorld } from '../../support/node-rpc/calls-world';
import { FEE } from '../../support/node-rpc/messages';

describe('an arbitrary body', () => {
  const CODES = [-32700, -32600, -32601, -32000];
  const field = fc.tuple(
    fc.constantFrom('jsonrpc', 'method', 'params', 'id', 'ID', 'Method', 'x'),
    fc.oneof(
      jsonText,
      numberText,
      stringText,
      fc.constantFrom('"2.0"', 'null', `"${FEE}"`, '"platform.getBlockByHeight"'),
    ),
  );
  const request = fc.tuple(fc.boolean(), fc.array(field, { maxLength: 5 })).map(([hasVersion, fields]) => {
    const members = fields.map(([name, value]) => `"${name}":${value}`);
    return `{${[...(hasVersion ? ['"jsonrpc":"2.0"'] : []), ...members].join()}}`;
  });
  const batch = fc.array(fc.oneof(request, jsonText), { maxLength: 55 }).map((requests) => `[${requests.join(',\n')}]`);
  const bytes = fc.uint8Array().map((sent) => Buffer.from(sent).toString('utf8'));
  const outcome = fc.oneof(
    jsonText.map((value) => ({ result: value })),
    fc.string().map((message) => failure(-32000, message)),
  );
  test('an arbitrary body gets a valid JSON-RPC 2.0 answer or none', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(request, batch, jsonText, nearlyJson, bytes), outcome, async (body, answered) => {
        const { send } = callsWorld({ ask: async () => answered });
        const { text } = await send(body);
        if (text === '') return;
        expect(text.endsWith('\n')).toBe(true);
        const parsed = JSON.parse(text) as object | object[];
        if (Array.isArray(parsed)) expect(parsed.length).toBeGreaterThan(0);
        for (const one of [parsed].flat()) {
          expect(Object.keys(one)).toEqual(['jsonrpc', expect.stringMatching(/^(result|error)$/), 'id']);
          if (!('error' in one)) continue;
          const { code, message, data, ...rest } = one.error as Record<string, unknown>;
          expect([typeof message, typeof data, data === null, Array.isArray(data)]).toEqual([
            'string',
            'object',
            false,
            false,
          ]);
          expect([CODES.includes(Number(code)), rest]).toEqual([true, {}]);
        }
      }),
      { numRuns: 200 },
    );
  });
});
