import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { readAssembly } from './assembly';
import { createBackups } from './backup';
import { createControlServer } from './control';
import { bucketDeclarations, queueDeclarations, tableDeclarations } from './declarations';
import { createDeliveryStreams } from './delivery-streams';
import type { Trouble } from './dynamodb/thread';
import { createEventBus } from './event-bus';
import { startEventSources } from './event-sources';
import { createApiKeys } from './gateway/api-keys';
import { createGateway } from './gateway/gateway';
import { createQuotas } from './gateway/limits';
import { createGuard } from './guard';
import { close, LOOPBACK, listen } from './http';
import { createJudge, getRoles, toPolicies } from './iam/roles';
import { checkWiring } from './iam/wiring';
import { createFunctions } from './lambda/functions';
import { createObjectWriter } from './objects';
import { createLogLines, type LogCounter } from './prometheus/log-lines';
import { createMetrics, type Labels, type Metric } from './prometheus/metrics';
import { reportQueues } from './prometheus/queues';
import { reportProcess } from './prometheus/runner-metrics';
import { createMetricsServer } from './prometheus/server';
import { createQueueClient } from './queues';
import { loadResources, type Resources } from './resources';
import { startSchedules } from './schedules';
import { createStateMachines } from './state-machines';
import { startThread, type Thread } from './thread';

export interface RunnerOptions {
  readonly assembly: string;
  readonly dataDir: string;
  /** By the RestApi's `Name`; 0 or absent: any free port. */
  readonly ports: Readonly<Record<string, number>>;
  readonly controlPort?: number;
  readonly metrics?: MetricsOptions;
  /** SSM parameter values by name. Never written to disk. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly trouble?: Trouble;
  /** The runner cannot continue and must be stopped. By default the process exits. */
  readonly onFailure?: (reason: string) => void;
}

export interface MetricsOptions {
  readonly port?: number;
  readonly logCounters?: readonly LogCounter[];
  /** Counters of functions to show from the start: a rate misses a counter's first value. */
  readonly zeros?: readonly { readonly metric: Metric; readonly labels: Labels }[];
}

/** Most objects live only as long as a call, but by default V8 lets each young generation grow to 48 MB. */
const STORAGE_MEMORY = { maxYoungGenerationSizeMb: 6, maxOldGenerationSizeMb: 1_024 };
const STORE_MEMORY = { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 1_024 };

/** Nothing works without the store or the queues; all answered writes are on disk. */
function exit(reason: string): void {
  console.error(`${reason} Exiting: restart the service.`);
  process.exit(1);
}

export interface Runner {
  /** `http://127.0.0.1:port` by the RestApi's `Name`. */
  readonly urls: Readonly<Record<string, string>>;
  /** Control calls, and the runner's own `/local/…`. */
  readonly controlUrl: string;
  /** For Prometheus. */
  readonly metricsUrl: string;
  readonly awsUrls: { readonly dynamodb: string; readonly sqs: string; readonly s3: string };
  /** Required by these endpoints; see `createGuard`. */
  readonly token: string;
  stop(): Promise<void>;
}

/** Throws a one-sentence error if a port is taken, or if the assembly contains something unsupported. */
export async function startRunner(options: RunnerOptions): Promise<Runner> {
  const stops: (() => Promise<void> | void)[] = [];
  const stop = async () => {
    let failure: unknown;
    for (const each of stops.splice(0).reverse())
      await Promise.resolve()
        .then(each)
        .catch((error) => {
          failure ??= error;
        });
    if (failure !== undefined) throw failure;
  };
  try {
    return { ...(await start(options, (each) => stops.push(each))), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(
  {
    assembly: folder,
    dataDir,
    ports,
    controlPort = 0,
    metrics: { port: metricsPort = 0, logCounters = [], zeros = [] } = {},
    parameters,
    trouble = {},
    onFailure = exit,
  }: RunnerOptions,
  onStop: (stop: () => Promise<void> | void) => void,
): Promise<Omit<Runner, 'stop'>> {
  const serve = async (server: Server, port: number, label: string): Promise<string> => {
    const url = `http://${LOOPBACK}:${await listen(server, port, label)}`;
    onStop(() => close(server));
    return url;
  };
  const assembly = readAssembly(folder);
  mkdirSync(dataDir, { recursive: true });
  const token = randomBytes(32).toString('hex');

  const storage = startThread(new URL('./storage/thread.ts', import.meta.url), STORAGE_MEMORY, onFailure);
  onStop(storage.stop);
  const storageUrl = `http://${LOOPBACK}:${await storage.call<number>('open', { directory: join(dataDir, 'storage'), token })}`;
  const resources = loadResources(assembly, storageUrl);
  const roles = getRoles(resources);
  checkWiring(resources, roles);
  const policies = toPolicies(resources, roles);
  await storage.call('declare', {
    queues: queueDeclarations(resources),
    buckets: bucketDeclarations(resources),
    policies,
  });

  const dynamodb = startThread(new URL('./dynamodb/thread.ts', import.meta.url), STORE_MEMORY, onFailure);
  onStop(dynamodb.stop);
  const opening = {
    directory: join(dataDir, 'dynamodb'),
    tables: tableDeclarations(resources),
    policies,
    token,
    trouble,
  };
  const dynamodbUrl = `http://${LOOPBACK}:${await dynamodb.call<number>('open', opening)}`;

  const sqs = createQueueClient(storageUrl, token);
  const bus = createEventBus(resources, (arn, body) => sendTo(resources, sqs, arn, body));
  const metrics = createMetrics();
  const machines = createStateMachines(resources, join(dataDir, 'executions.json'), metrics);
  const keys = createApiKeys(resources, join(dataDir, 'state.json'));
  const control = createControlServer({
    bus,
    keys,
    machines,
    parameters,
    threads: [dynamodb, storage],
    backup: createBackups(dataDir, { table: dynamodb, storage }),
    judge: createJudge(policies),
    guard: createGuard(token),
  });
  const controlUrl = await serve(control, controlPort, 'the control endpoint');

  for (const { metric, labels } of zeros) metrics.add(metric, labels, 0);
  const functions = createFunctions(resources, assembly.assets, {
    endpoints: { dynamodb: dynamodbUrl, storage: storageUrl, control: controlUrl },
    connect: () => connectTo(dynamodb),
    logs: join(dataDir, 'logs'),
    token,
    metrics,
    lines: createLogLines(metrics, logCounters),
  });
  onStop(functions.stop);
  onStop(machines.stop);
  const streams = createDeliveryStreams(resources, {
    folder: join(dataDir, 'streams'),
    put: createObjectWriter(storageUrl, token),
    sqs,
  });
  onStop(streams.stop);
  const quotas = createQuotas(join(dataDir, 'quotas.json'));
  onStop(quotas.stop);
  const urls: Record<string, string> = {};
  for (const api of resources.of('AWS::ApiGateway::RestApi')) {
    const { Name } = api.properties;
    const server = createGateway(api, resources, { functions, keys, quotas, streams, metrics });
    urls[Name] = await serve(server, ports[Name] ?? 0, Name);
  }
  machines.begin(functions);
  streams.begin();
  onStop(startEventSources(resources, { sqs, functions, synced: () => dynamodb.call('synced') }));
  onStop(startSchedules(resources, functions));
  const read = async () => {
    reportProcess(metrics);
    reportQueues(metrics, resources, await storage.call('depths'));
    return metrics.text();
  };
  const metricsUrl = `${await serve(createMetricsServer(read), metricsPort, 'the metrics')}/metrics`;
  return { urls, controlUrl, metricsUrl, awsUrls: { dynamodb: dynamodbUrl, sqs: storageUrl, s3: storageUrl }, token };
}

function connectTo(thread: Thread): MessagePort {
  const { port1, port2 } = new MessageChannel();
  // Close the port if the thread does not serve it, as when a thread ends.
  thread.call('connect', port2, [port2]).catch(() => port2.close());
  return port1;
}

async function sendTo(resources: Resources, sqs: ReturnType<typeof createQueueClient>, arn: string, body: string) {
  const queue = resources.of('AWS::SQS::Queue').find(({ attributes }) => attributes.Arn === arn);
  if (!queue) throw new Error(`A rule targets ${arn}, which is not in any stack.`);
  await sqs('SendMessage', { QueueUrl: queue.ref, MessageBody: body });
}
