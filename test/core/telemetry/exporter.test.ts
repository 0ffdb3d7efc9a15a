import type { ServerResponse } from 'node:http';
import { type ReadableSpan, TracerProvider } from '@opentelemetry/sdk-trace';
import { createExporter } from '../../../lambdas/core/telemetry/exporter';
import { parseHeaders } from '../../../lambdas/core/telemetry/headers';
import { captureLog } from '../../support/capture-log';
import { eventually } from '../../support/eventually';
import { type Collector, startCollector } from '../../support/service/collector';

function aSpan(): ReadableSpan {
  const span = new TracerProvider().getTracer('test').startSpan('one');
  span.end();
  return span as unknown as ReadableSpan;
}

let collector: Collector;
let log: ReturnType<typeof captureLog>;
beforeEach(async () => {
  collector = await startCollector();
  log = captureLog();
});
afterEach(() => {
  log.restore();
  collector.stop();
});

function open(getHeaders = async () => ({}), endpoint = collector.url) {
  let now = 1_000_000;
  const exporter = createExporter({ endpoint, getHeaders, now: () => now });
  return {
    ...exporter,
    add: (count = 1) => {
      for (let n = 0; n < count; n++) exporter.add(aSpan());
    },
    pass: (ms: number) => {
      now += ms;
    },
  };
}
const dropped = () => log.lines.map(({ message, spans, reason }) => [message, spans, reason]);

describe('the exporter', () => {
  test('flushed spans are posted to /v1/traces, with the headers of the operator', async () => {
    const { add, flush } = open(async () => parseHeaders('x-team=a%20b=c, authorization=Basic QQ=='));
    add(3);
    await flush();
    expect(collector.received).toMatchObject([
      { path: '/v1/traces', headers: { 'x-team': 'a b=c', authorization: 'Basic QQ==' } },
    ]);
    expect(collector.received[0]?.headers['content-type']).toBe('application/json');
    expect(collector.spans()).toHaveLength(3);
    expect(dropped()).toEqual([]);
  });
  test('the path of the endpoint is kept, and without a span nothing is sent', async () => {
    const { add, flush } = open(undefined, `${collector.url}/otlp/`);
    await flush();
    expect(collector.received).toEqual([]);
    add();
    await flush();
    expect(collector.received.map(({ path }) => path)).toEqual(['/otlp/v1/traces']);
  });
  test('spans are sent within a second while a function runs, and 512 of them at once', async () => {
    const { add } = open();
    add(600);
    await eventually(async () => expect(collector.spans()).toHaveLength(600));
    expect(collector.received.map(({ text }) => text.split('"spanId"').length - 1)).toEqual([512, 88]);
    add();
    expect(collector.spans()).toHaveLength(600);
    await eventually(async () => expect(collector.spans()).toHaveLength(601));
  });
  test.each<[string, string, (response: ServerResponse) => void]>([
    ['an error', 'HTTP 503', (response) => response.writeHead(503).end()],
    ['a closed connection', 'ECONNRESET', (response) => response.destroy()],
    ['a redirect', 'HTTP 307', (response) => response.writeHead(307, { location: 'http://other.invalid/' }).end()],
    ['silence', 'ETIMEDOUT', () => undefined],
  ])('%s drops the batch and pauses for a minute, and is logged once in five', async (_, reason, answer) => {
    const { add, flush, pass } = open();
    collector.answers(answer);
    add();
    const began = performance.now();
    await flush();
    expect(performance.now() - began).toBeLessThan(1_500);
    await eventually(async () => expect(dropped()).toEqual([['spans dropped', 1, reason]]));
    const asked = collector.received.length;

    collector.answers();
    add(2);
    pass(59_000);
    await flush();
    expect(collector.received).toHaveLength(asked);
    pass(2_000);
    await flush();
    expect(collector.received).toHaveLength(asked + 1);

    for (const seconds of [61, 61, 200]) {
      collector.answers((response) => response.writeHead(500).end());
      pass(seconds * 1_000);
      add();
      await flush();
    }
    expect(dropped()).toEqual([expect.anything(), ['spans dropped', 3, 'HTTP 500']]);
  });
  test('a collector that is down never makes a call throw', async () => {
    const { add, flush } = open();
    collector.stop();
    add();
    await flush();
    expect(dropped()).toEqual([['spans dropped', 1, 'ECONNREFUSED']]);
  });
  test('during a pause no more than 2,048 spans wait, and these are sent afterwards', async () => {
    const { add, flush, pass } = open();
    collector.answers((response) => response.writeHead(500).end());
    add();
    await flush();
    collector.answers();
    add(3_000);
    pass(61_000);
    await flush();
    await eventually(async () => expect(collector.spans()).toHaveLength(1 + 2_048));
    pass(300_000);
    collector.answers((response) => response.writeHead(500).end());
    add();
    await flush();
    expect(dropped()).toEqual([
      ['spans dropped', 1, 'HTTP 500'],
      ['spans dropped', 952, 'span queue full'],
      ['spans dropped', 1, 'HTTP 500'],
    ]);
  });
  test('the rest of an outage is reported with its reasons after five minutes, without a further drop', async () => {
    const { add, flush, pass } = open();
    for (const status of [500, 500, 503]) {
      collector.answers((response) => response.writeHead(status).end());
      add(2);
      await flush();
      pass(61_000);
    }
    collector.answers();
    add();
    await flush();
    const first = ['spans dropped', 2, 'HTTP 500'];
    expect(dropped()).toEqual([first]);
    pass(120_000);
    await flush();
    const rest = [
      ['spans dropped', 2, 'HTTP 500'],
      ['spans dropped', 2, 'HTTP 503'],
    ];
    expect(dropped()).toEqual([first, ...rest]);
    pass(300_000);
    await flush();
    expect(dropped()).toEqual([first, ...rest]);
  });
  test('a flush waits for a second at most, and the rest is sent to a slow collector later', async () => {
    const { add, flush } = open();
    let answered = 0;
    collector.answers((response) => {
      setTimeout(() => response.end('{}', () => answered++), 600);
    });
    add(1_100);
    const began = performance.now();
    await flush();
    expect(performance.now() - began).toBeLessThan(1_300);
    await eventually(async () => expect([answered, collector.spans().length]).toEqual([3, 1_100]));
    expect(dropped()).toEqual([]);
  });
  test('headers that cannot be read drop the batch, without their text in the log', async () => {
    const { add, flush, pass } = open(async () => {
      throw Object.assign(new Error('planted-key'), { name: 'ParameterNotFound' });
    });
    add();
    await flush();
    expect(dropped()).toEqual([['spans dropped', 1, 'ParameterNotFound']]);
    pass(61_000);
    const invalid = open(async () => ({ 'x-team': 'planted\nkey' }));
    invalid.add();
    await invalid.flush();
    expect(dropped()[1]).toEqual(['spans dropped', 1, 'ERR_INVALID_CHAR']);
    expect(JSON.stringify(log.lines)).not.toContain('planted');
  });
  test('spans that the collector rejects are counted, and do not pause the export', async () => {
    const { add, flush } = open();
    collector.answers((response) => response.end('{"partialSuccess":{"rejectedSpans":"2","errorMessage":"too old"}}'));
    add(3);
    await flush();
    add();
    await flush();
    expect(dropped()).toEqual([['spans dropped', 2, 'rejected by the collector']]);
    expect(collector.received).toHaveLength(2);
  });
});
