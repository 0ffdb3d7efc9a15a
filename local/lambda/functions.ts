import { existsSync, mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { MessagePort } from 'node:worker_threads';
import { REGION } from '../identities';
import type { LogLines } from '../prometheus/log-lines';
import type { Metrics } from '../prometheus/metrics';
import type { Resource, Resources } from '../resources';
import { taskArns } from '../task-arns';
import { createCopies } from './copies';
import { createFunction, type LambdaFunction, logError } from './pool';
import { createThreads } from './threads';

interface Endpoints {
  readonly dynamodb: string;
  /** SQS and S3. An IP address, so that SDK clients use path-style bucket URLs. */
  readonly storage: string;
  readonly control: string;
}

export type Functions = ReturnType<typeof createFunctions>;

interface FunctionsOptions {
  readonly endpoints: Endpoints;
  readonly connect: () => MessagePort;
  readonly logs: string;
  readonly token: string;
  readonly metrics: Metrics;
  readonly lines: LogLines;
}

/** Maximum wait of a background call for an additional thread while the processors are busy. */
const ASYNC_WAIT_MS = 10_000;

/** `connect` opens a thread's port to the store. Throws if the code of a function is not in the assembly. */
export function createFunctions(
  resources: Resources,
  assets: ReadonlyMap<string, string>,
  { endpoints, connect, logs, token, metrics, lines }: FunctionsOptions,
) {
  mkdirSync(logs, { recursive: true });
  const byName = new Map<string, LambdaFunction>();
  const lambdas = resources.of('AWS::Lambda::Function');
  const machines = resources.of('AWS::StepFunctions::StateMachine');
  const tasks = new Set(machines.flatMap(({ properties }) => taskArns(properties.DefinitionString)));
  const largest = (isTask: boolean): number =>
    Math.max(
      0,
      ...lambdas
        .filter(({ attributes }) => tasks.has(attributes.Arn ?? '') === isTask)
        .map(({ properties }) => properties.MemorySize),
    );
  const memory = largest(false);
  const threads = (limits: { memory: number; kept: number; maxThreads?: number; maxWaitMs?: number }) =>
    createThreads({ connect, token, lines, ...limits }, (logFile, error) =>
      logError(logFile, '', 'Runtime.UnhandledError', String(error)),
    );
  // Separate, so that requests never wait for calls that take a minute. Exports leave a processor for the others.
  const pools = {
    request: threads({ memory, kept: 1 }),
    async: threads({ memory, kept: 2, maxWaitMs: ASYNC_WAIT_MS }),
    task: threads({
      memory: largest(true),
      kept: 0,
      maxThreads: Math.max(1, availableParallelism() - 1),
    }),
  };
  const toCopy = createCopies();
  for (const resource of lambdas) {
    const { Timeout, MemorySize, Environment } = resource.properties;
    const { module, exportName } = locate(resource, assets);
    const environment = { ...variables(MemorySize, endpoints, token), ...Environment?.Variables };
    const options = {
      name: resource.ref,
      arn: resource.attributes.Arn ?? '',
      module: toCopy({ module, variables: Environment?.Variables ?? {} }),
      exportName,
      environment: { ...environment, AWS_LAMBDA_FUNCTION_NAME: resource.ref },
      timeoutSeconds: Timeout,
      memory: MemorySize,
      logFile: join(logs, `${resource.stack}-${resource.logicalId}.log`),
    };
    byName.set(resource.ref, createFunction(options, pools, metrics));
  }
  return {
    /** By name, ARN, or a URI that contains its ARN. Throws if the function does not exist. */
    find(reference: string): LambdaFunction {
      const found = byName.get(reference) ?? byName.get(/:function:([^/:]+)/.exec(reference)?.[1] ?? '');
      if (!found) throw new Error(`The assembly has no function ${reference}.`);
      byName.set(reference, found);
      return found;
    },
    async stop(): Promise<void> {
      await Promise.all(Object.values(pools).map((pool) => pool.stop()));
    },
  };
}

function locate(resource: Resource<'AWS::Lambda::Function'>, assets: ReadonlyMap<string, string>) {
  const { Code, Handler } = resource.properties;
  const dot = Handler.lastIndexOf('.');
  const folder = assets.get(Code.S3Key) ?? '';
  const file = ['.mjs', '.js', '.cjs'].map((end) => join(folder, Handler.slice(0, dot) + end)).find(existsSync);
  if (!file) throw new Error(`${resource.stack}/${resource.logicalId}: its asset has no file for ${Handler}.`);
  return { module: pathToFileURL(file).href, exportName: Handler.slice(dot + 1) };
}

function variables(memory: number, { dynamodb, storage, control }: Endpoints, token: string): Record<string, string> {
  return {
    AWS_REGION: REGION,
    AWS_DEFAULT_REGION: REGION,
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: token,
    AWS_ENDPOINT_URL: control,
    AWS_ENDPOINT_URL_DYNAMODB: dynamodb,
    AWS_ENDPOINT_URL_SQS: storage,
    AWS_ENDPOINT_URL_S3: storage,
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memory),
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    TZ: ':UTC',
  };
}
