import type { Metric, Metrics } from './metrics';

// The runner's own metrics, named after the AWS services that it stands in for.

const gauge = (name: string, help: string): Metric => ({ name, help, type: 'gauge' });
const counter = (name: string, help: string): Metric => ({ name, help, type: 'counter' });
const histogram = (name: string, help: string): Metric => ({ name, help, type: 'histogram' });

export const REQUESTS = counter(
  'apigateway_requests_total',
  'Requests by API, method, path template (empty if unmatched) and status class.',
);
export const LATENCY = histogram('apigateway_latency_seconds', 'Request latency.');
export const DURATION = histogram(
  'lambda_duration_seconds',
  'Duration of invocations by function, which is also the name of its log file.',
);
export const ERRORS = counter('lambda_errors_total', 'Invocations that threw, timed out or crashed their thread.');
export const EXECUTIONS = counter('states_executions_total', 'Executions of a state machine that succeeded or failed.');
export const MESSAGES = gauge('sqs_messages', 'Messages in a queue: visible, in flight or delayed.');
export const OLDEST = gauge(
  'sqs_oldest_message_age_seconds',
  'Age of the oldest message, from when it first became visible.',
);
export const DEAD_LETTERS = gauge('sqs_dead_letters', 'Messages in a dead-letter queue.');
export const MEMORY = gauge('process_resident_memory_bytes', 'Resident memory of the service.');
export const CPU = counter('process_cpu_seconds_total', 'CPU time of the service, user and system.');
const START = gauge('process_start_time_seconds', 'Start time of the process, Unix seconds.');

export function reportProcess(metrics: Metrics): void {
  const { user, system } = process.cpuUsage();
  metrics.set(MEMORY, {}, process.memoryUsage.rss());
  metrics.set(CPU, {}, (user + system) / 1_000_000);
  metrics.set(START, {}, performance.timeOrigin / 1_000);
}
