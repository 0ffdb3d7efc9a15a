import { existsSync, readFileSync } from 'node:fs';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { admit } from '../../../lambdas/node-rpc/serving/transport';
import { aPChain } from '../../support/make/p-chain';
import { callsWorld } from '../../support/node-rpc/calls-world';
import { describeIf } from '../../support/skipping';

interface Recorded {
  readonly case: string;
  readonly httpMethod: string;
  readonly requestContentType: string | null;
  readonly requestBody: string;
  readonly status: number;
  readonly responseContentType: string | null;
  readonly responseBody: string;
}

const FILE = '../shared/reference/p-chain/jsonrpc-cases.json';
const recorded = existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Recorded[]) : [];
/** Intended differences from a node. */
const OURS: Readonly<Record<string, string>> = {
  batch: '[{"jsonrpc":"2.0","result":{"excess":26956,"price":512,"timestamp":"2024-12-16T17:19:07Z"},"id":1}]\n',
  'batch empty':
    '{"jsonrpc":"2.0","error":{"code":-32600,"message":"a batch must not be empty","data":{}},"id":null}\n',
};
const UNKNOWN_METHOD = /"code":-32000(?=,"message":"(?:rpc: |method must start))/;
/** A node's answer under our rules: `data` is always an object, and an unknown method has the code of JSON-RPC 2.0. */
const ruled = (body: string): string =>
  body.replace('"data":null}', '"data":{}}').replace(UNKNOWN_METHOD, '"code":-32601');

/** API Gateway answers CORS preflights itself, so a browser's call waits for no cold start. */
const isPreflight = ({ httpMethod }: Recorded) => httpMethod === 'OPTIONS';

describeIf(existsSync(FILE), `needs ${FILE}`)('recorded answers of a node', () => {
  test('the recording has 62 cases, one of them a preflight', () => {
    expect([recorded.length, recorded.filter(isPreflight).length]).toEqual([62, 1]);
  });
  test.each(recorded.filter((one) => !isPreflight(one)))(
    'the service answers like the node except for intended differences: $case',
    async (one) => {
      const event = {
        httpMethod: one.httpMethod,
        headers: one.requestContentType === null ? {} : { 'Content-Type': one.requestContentType },
        body: one.requestBody,
        isBase64Encoded: false,
        queryStringParameters: { format: 'node' },
        pathParameters: null,
      } as unknown as APIGatewayProxyEvent;
      const admitted = admit(event, [aPChain('mainnet')]);
      if ('answer' in admitted) {
        const { statusCode, headers, body } = admitted.answer;
        expect([statusCode, headers?.['content-type']]).toEqual([one.status, one.responseContentType]);
        // HTTP omits the body of an answer to HEAD.
        if (one.httpMethod !== 'HEAD') expect(body).toBe(one.responseBody);
        return;
      }
      const { text } = await callsWorld().send(admitted.body, admitted.target);
      expect([200, text]).toEqual([one.status, OURS[one.case] ?? ruled(one.responseBody)]);
    },
  );
});
