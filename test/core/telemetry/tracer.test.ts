import type { APIGatewayProxyEvent } from 'aws-lambda';
import { toSpanId, toTraceId } from '../../../lambdas/core/telemetry/ids';
import type { Step } from '../../../lambdas/core/telemetry/span';
import { collectSpans } from '../../support/telemetry';

/** Hashes of blocks; a ratio of a half samples all but the first. */
const [UNSAMPLED, SAMPLED, LAST] = ['f', '1', '2'].map((digit) => `0x${digit}${'0'.repeat(63)}`) as [
  string,
  string,
  string,
];
const TRACE = { traceId: '0af7651916cd43dd8448eb211c80319c', parentId: 'b7ad6b7169203331' };

const call = (name: string) => () => ({ name, kind: 'client' }) as const;
const index = (...hashes: string[]): Step => ({
  ...{ name: 'index block', hasChildren: true },
  subjects: hashes.map((id, i) => ({ id, attributes: { 'block.number': i } })),
});
const done = async () => 'done';
const fail = (name: string) => async () => {
  throw Object.assign(new Error('planted secret'), { name });
};

describe('the steps of a block', () => {
  test('steps in different processes have the parents that the order of the steps implies', async () => {
    const [follower, matcher, sender] = [collectSpans(), collectSpans(), collectSpans()];
    await follower.tracer.inStepSpan(index(SAMPLED), () => follower.tracer.inSpan(call('DynamoDB.Query'), done));
    const match: Step = {
      name: 'match block',
      subjects: [{ id: SAMPLED }],
      parentStep: 'index block',
      hasChildren: true,
    };
    await matcher.tracer.inStepSpan(match, done);
    await sender.tracer.inStepSpan(
      { name: 'send message', subjects: [{ id: SAMPLED }], parentStep: 'match block' },
      done,
    );
    const spans = [...follower.spans, ...matcher.spans, ...sender.spans];
    expect(spans.map(({ traceId }) => traceId)).toEqual(Array(4).fill(toTraceId(SAMPLED)));
    const root = { spanId: toSpanId(SAMPLED, 'index block'), parentId: undefined };
    expect(follower.named('index block')).toMatchObject(root);
    expect(follower.named('DynamoDB.Query')).toMatchObject({ kind: 'CLIENT', parentId: root.spanId });
    expect(matcher.named('match block').parentId).toBe(root.spanId);
    expect(sender.named('send message').parentId).toBe(matcher.named('match block').spanId);
  });
  test('a repeated step without children has its own span ID', async () => {
    const { tracer, spans } = collectSpans();
    for (let n = 0; n < 2; n++)
      await tracer.inStepSpan({ name: 'match block', subjects: [{ id: SAMPLED }], parentStep: 'index block' }, done);
    expect(spans[0]?.spanId).not.toBe(spans[1]?.spanId);
  });
  test('a batch has a span for each sampled block, and the calls are part of the last one, to which the others link', async () => {
    const { tracer, spans } = collectSpans(0.5);
    await tracer.inStepSpan(index(SAMPLED, UNSAMPLED, LAST), () => tracer.inSpan(call('DynamoDB.Query'), done));
    expect(spans.map(({ name, traceId, attributes }) => [name, traceId, attributes['block.number']])).toEqual([
      ['DynamoDB.Query', toTraceId(LAST), undefined],
      ['index block', toTraceId(LAST), 2],
      ['index block', toTraceId(SAMPLED), 0],
    ]);
    const [, last, other] = spans;
    expect([last?.links, other?.links]).toEqual([[], [{ traceId: last?.traceId, spanId: last?.spanId }]]);
  });
  test('a batch that fails marks the span of each block', async () => {
    const { tracer, spans } = collectSpans();
    const failing = tracer.inStepSpan(index(SAMPLED, LAST), () => Promise.reject(new TypeError('at https://key@node')));
    await expect(failing).rejects.toThrow(TypeError);
    expect(spans.map(({ attributes }) => attributes['error.type'])).toEqual(['TypeError', 'TypeError']);
  });
  test('a block that is not sampled has no span in any step, not even within a span of another trace', async () => {
    const { tracer, spans } = collectSpans(0.5);
    const step = () => tracer.inStepSpan(index(UNSAMPLED), () => tracer.inSpan(call('DynamoDB.Query'), done));
    expect(await step()).toBe('done');
    await tracer.inStepSpan(index(SAMPLED), step);
    expect(spans.map(({ traceId }) => traceId)).toEqual([toTraceId(SAMPLED)]);
  });
  test('a step without a subject has a trace of its own, sampled like others', async () => {
    const { tracer, spans } = collectSpans(0.5);
    for (let n = 0; n < 400; n++)
      await tracer.inStepSpan({ name: 'process message', subjects: [], parentStep: 'match block' }, done);
    expect(Math.abs(spans.length - 200)).toBeLessThan(70);
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(spans.length);
    expect(spans.filter(({ parentId }) => parentId !== undefined)).toEqual([]);
  });
  test('a block begins with the first fetch that returned it', async () => {
    const { tracer, named } = collectSpans();
    const fetch: Step = {
      name: 'fetch blocks',
      parentStep: 'index block',
      startsParent: true,
      subjects: [{ id: SAMPLED }],
    };
    await tracer.inStepSpan(fetch, done);
    await new Promise((resolve) => setTimeout(resolve, 20));
    await tracer.inStepSpan({ name: 'store blocks', parentStep: 'index block', subjects: [{ id: SAMPLED }] }, done);
    await tracer.inStepSpan(index(SAMPLED), done);
    const [fetched, stored, indexed] = ['fetch blocks', 'store blocks', 'index block'].map((name) => named(name));
    expect(fetched?.parentId).toBe(indexed?.spanId);
    expect(Math.abs((indexed?.start ?? 0) - (fetched?.start ?? 0))).toBeLessThan(5e6);
    expect((stored?.start ?? 0) - (indexed?.start ?? 0)).toBeGreaterThan(10e6);
  });
});

describe('parts of a span', () => {
  test('without an active span, a part only does its work', async () => {
    const { tracer, spans } = collectSpans();
    expect(await tracer.inSpan(call('DynamoDB.Query'), done)).toBe('done');
    tracer.annotate({ 'error.type': 'x' });
    expect(spans).toEqual([]);
  });
  test('work that outlives its span is no part of it', async () => {
    const { tracer, spans } = collectSpans();
    const gate = Promise.withResolvers<void>();
    let later: Promise<unknown> = Promise.resolve();
    await tracer.inStepSpan(index(SAMPLED), async () => {
      later = gate.promise.then(() => tracer.inSpan(call('DynamoDB.Query'), done));
    });
    gate.resolve();
    await later;
    expect(spans.map(({ name }) => name)).toEqual(['index block']);
  });
  test('a failure is recorded by its name, without its message, and thrown', async () => {
    const { tracer, spans, named } = collectSpans();
    const work = () => tracer.inSpan(call('S3.GetObject'), fail('NoSuchKey'));
    await expect(tracer.inStepSpan(index(SAMPLED), work)).rejects.toThrow('planted secret');
    expect(named('S3.GetObject')).toMatchObject({ hasFailed: true, attributes: { 'error.type': 'NoSuchKey' } });
    expect(named('index block')).toMatchObject({ hasFailed: true, attributes: { 'error.type': 'NoSuchKey' } });
    expect(JSON.stringify(spans)).not.toContain('planted');
  });
  test('a condition that is not met is no failure of the call', async () => {
    const { tracer, named } = collectSpans();
    const work = () => tracer.inSpan(call('DynamoDB.PutItem'), fail('ConditionalCheckFailedException')).catch(done);
    await tracer.inStepSpan(index(SAMPLED), work);
    expect(named('DynamoDB.PutItem')).toMatchObject({ hasFailed: false, attributes: {} });
  });
});

describe('requests', () => {
  const route = { method: 'GET', path: '/v1/chains/{chainId}/blocks/{blockId}' };
  const event = (traceparent?: string, plan?: string) =>
    ({
      headers: traceparent === undefined ? null : { TraceParent: traceparent, tracestate: 'planted=1' },
      requestContext: {
        requestId: 'the-request',
        ...(plan === undefined ? {} : { authorizer: { plan, ownerId: 'planted' } }),
      },
    }) as unknown as APIGatewayProxyEvent;
  const answer = (statusCode: number) => async () => ({ statusCode, body: '' });
  const asking = (flags: string, traceId = TRACE.traceId) => `00-${traceId}-${TRACE.parentId}-${flags}`;

  test('a request without traceparent begins a trace, which is flushed before the response', async () => {
    const { tracer, spans, flushes } = collectSpans();
    await tracer.inRequestSpan(route, event(), answer(200));
    expect(flushes()).toBe(1);
    expect(spans).toMatchObject([
      {
        ...{ name: 'GET /v1/chains/{chainId}/blocks/{blockId}', kind: 'SERVER', parentId: undefined },
        attributes: {
          'http.request.method': 'GET',
          'http.route': '/v1/chains/{chainId}/blocks/{blockId}',
          'http.response.status_code': 200,
          'request.id': 'the-request',
        },
      },
    ]);
    expect(JSON.stringify(spans)).not.toContain('planted');
  });
  test.each([
    ['a sampled trace of a caller with a key', asking('01'), 'pro', 0, 1],
    ['an unsampled trace of a caller with a key', asking('00'), 'pro', 1, 0],
    ['an unsampled trace of a caller without a key', asking('00'), undefined, 1, 0],
    ['a sampled trace of a caller without a key', asking('01'), undefined, 0, 0],
    ['a sampled trace of an anonymous caller', asking('01'), 'anonymous', 0, 0],
    ['a sampled trace of a caller without a key, at a ratio of 1', asking('01'), undefined, 1, 1],
  ])('%s is recorded as asked, within the ratio', async (_, traceparent, plan, ratio, count) => {
    const { tracer, spans, flushes } = collectSpans(ratio);
    await tracer.inRequestSpan(route, event(traceparent, plan), answer(200));
    expect([spans.length, flushes()]).toEqual([count, count]);
    for (const span of spans) expect(span).toMatchObject(TRACE);
    expect(JSON.stringify(spans)).not.toContain('planted');
  });
  test.each([
    ['an empty header', ''],
    ['a short trace ID', asking('01', TRACE.traceId.slice(1))],
    ['capitals', asking('01').toUpperCase()],
    ['a trace ID of zeros', asking('01', '0'.repeat(32))],
    ['the forbidden version', asking('01').replace('00-', 'ff-')],
    ['more fields than the version has', `${asking('01')}-more`],
    ['two headers joined', `${asking('01')},${asking('01')}`],
    ['nonsense', 'planted'],
  ])('%s is ignored', async (_, traceparent) => {
    const { tracer, spans } = collectSpans();
    await tracer.inRequestSpan(route, event(traceparent, 'pro'), answer(200));
    expect(spans).toMatchObject([{ parentId: undefined }]);
    expect(spans[0]?.traceId).not.toBe(TRACE.traceId);
    expect(JSON.stringify(spans)).not.toContain('planted');
  });
  test('callers without a key cannot choose a trace ID that is always sampled', async () => {
    const { tracer, spans } = collectSpans(0.01);
    for (let n = 0; n < 300; n++)
      await tracer.inRequestSpan(route, event(asking('01', `${'0'.repeat(31)}1`)), answer(200));
    expect(spans.length).toBeLessThan(30);
  });
  test.each([
    [404, undefined],
    [500, '500'],
    [503, '503'],
  ])('a response with status %s has the error type %s', async (status, type) => {
    const { tracer, spans } = collectSpans();
    await tracer.inRequestSpan(route, event(), answer(status));
    expect(spans).toMatchObject([{ hasFailed: type !== undefined }]);
    expect(spans[0]?.attributes['error.type']).toBe(type);
  });
});
