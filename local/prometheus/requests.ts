import type { Operation } from '../gateway/definition';
import type { Labels, Metrics } from './metrics';
import { LATENCY, REQUESTS } from './runner-metrics';

const STATUS_CLASSES = ['2xx', '3xx', '4xx', '5xx'];

/** Without an operation, the request had a path or method that the API does not have. */
export function createRequestCounter(metrics: Metrics, api: string) {
  const ofApi: Labels = { api };
  const counted = new Map<Operation | undefined, readonly Labels[]>();
  const begin = (operation: Operation | undefined): readonly Labels[] => {
    const { method = '', path = '' } = operation ?? {};
    const classes = STATUS_CLASSES.map((status) => ({ api, method, path, status }));
    counted.set(operation, classes);
    // Every class: a rate misses a counter's first value.
    for (const labels of classes) metrics.add(REQUESTS, labels, 0);
    return classes;
  };
  return (operation: Operation | undefined, status: number, seconds: number): void => {
    const classes = counted.get(operation) ?? begin(operation);
    const labels = classes.find((each) => each.status?.startsWith(String(status).charAt(0)));
    if (labels) metrics.add(REQUESTS, labels);
    metrics.observe(LATENCY, ofApi, seconds);
  };
}
