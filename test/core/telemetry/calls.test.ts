import { SQSClient } from '@aws-sdk/client-sqs';
import { createClient } from '../../../lambdas/core/aws/clients';
import { createQueue } from '../../../lambdas/core/aws/queue';
import { ENV } from '../../../lambdas/core/contract/env';
import { createRpc } from '../../../lambdas/core/node/rpc';
import { setTracer } from '../../../lambdas/core/telemetry/active-span';
import { inPostSpan } from '../../../lambdas/webhooks/delivery/delivery-spans';
import { CALLER, refuses, says, scriptedAws, stopScripted } from '../../support/tables/scripted-aws';
import { collectSpans } from '../../support/telemetry';

afterEach(stopScripted);

/** The spans of some work within a span. */
async function spansOf(work: () => Promise<unknown>) {
  const { tracer, spans } = collectSpans();
  setTracer(tracer);
  await tracer.inStepSpan({ name: 'the work', subjects: [] }, () => work().catch(() => undefined));
  expect(JSON.stringify(spans)).not.toContain('planted');
  return spans.slice(0, -1);
}

describe('calls to a node', () => {
  const answerTo = async (answer: object, ...methods: string[]) => {
    const { endpoint } = await scriptedAws(says(answer));
    const url = endpoint.replace('http://', 'http://planted-name:planted-password@');
    const rpc = createRpc(`${url}/planted-path?key=planted-key`, { callsPerSecond: 100, attempts: 1 });
    return spansOf(() => rpc.batch(methods.map((method) => [method, 'planted-parameter'])).finally(rpc.close));
  };
  test('a call is recorded with its method and the host of the node, and nothing else of the URL', async () => {
    expect(await answerTo({ jsonrpc: '2.0', id: 0, result: 'planted-result' }, 'eth_getBalance')).toMatchObject([
      {
        ...{ name: 'eth_getBalance', kind: 'CLIENT' },
        attributes: { 'rpc.system': 'jsonrpc', 'rpc.method': 'eth_getBalance', 'server.address': '127.0.0.1' },
      },
    ]);
  });
  test('a batch is one span with its methods and its size', async () => {
    const answers = [0, 1, 2].map((id) => ({ jsonrpc: '2.0', id, result: null }));
    const [span, ...others] = await answerTo(answers, 'eth_call', 'eth_getCode', 'eth_call');
    expect(others).toEqual([]);
    expect(span).toMatchObject({ name: 'eth_call,eth_getCode', attributes: { 'rpc.batch.size': 3 } });
    expect(span?.hasFailed).toBe(false);
  });
  test('an error is recorded by its kind; a reverted call is an answer', async () => {
    const error = (code: number) => ({ jsonrpc: '2.0', id: 0, error: { code, message: 'planted-message' } });
    expect((await answerTo(error(-32005), 'eth_call'))[0]?.attributes['error.type']).toBe('throttled');
    expect((await answerTo(error(3), 'eth_call'))[0]?.attributes['error.type']).toBeUndefined();
  });
});

describe('calls to AWS', () => {
  afterEach(() => {
    delete process.env[ENV.otlpEndpoint];
  });
  const send = async (isOn: boolean, ...script: Parameters<typeof scriptedAws>) => {
    const { endpoint } = await scriptedAws(...script);
    if (isOn) process.env[ENV.otlpEndpoint] = 'http://127.0.0.1:4318';
    const client = createClient(SQSClient, { region: 'eu-west-1', endpoint, credentials: CALLER, maxAttempts: 1 });
    return spansOf(() => createQueue(`${endpoint}/111122223333/planted-queue`, client).send(['planted-message']));
  };
  test('a call is recorded with the service and the action', async () => {
    expect(await send(true, says({}))).toMatchObject([
      {
        ...{ name: 'SQS.SendMessageBatch', kind: 'CLIENT' },
        attributes: { 'rpc.system': 'aws-api', 'rpc.service': 'SQS', 'rpc.method': 'SendMessageBatch' },
      },
    ]);
  });
  test('an error is recorded by its name', async () => {
    const [span] = await send(true, refuses('AccessDeniedException'));
    expect(span?.attributes['error.type']).toBe('AccessDeniedException');
  });
  test('without the setting, clients are not instrumented', async () => {
    expect(await send(false, says({}))).toEqual([]);
  });
});

test('a delivery is recorded with the host and the status of the receiver', async () => {
  const post = (received: { readonly statusCode?: number; readonly error?: string }) =>
    spansOf(() => inPostSpan('https://me.example/planted?token=planted', async () => ({ ...received, latencyMs: 1 })));
  const host = { 'http.request.method': 'POST', 'server.address': 'me.example' };
  expect((await post({ statusCode: 204 }))[0]?.attributes).toEqual({ ...host, 'http.response.status_code': 204 });
  expect((await post({ statusCode: 410 }))[0]?.attributes).toMatchObject({ 'error.type': '410' });
  expect((await post({ error: 'planted.example has no public address' }))[0]?.attributes).toEqual({
    ...{ ...host, 'error.type': 'no answer' },
  });
});
