import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SQS } from '@aws-sdk/client-sqs';
import type { Config } from '../../lambdas/core/contract/config';
import { ENV, env, tableName, tableParameter } from '../../lambdas/core/contract/env';
import type { Table } from '../../lambdas/core/table/table';
import { loadConfig } from '../../lib/config';

/** A running `npm run local`, or a deployment in the environment's AWS account. */
export interface Target {
  readonly local?: string;
  readonly config?: string;
}

interface Ready {
  readonly dataUrl: string;
  readonly controlUrl: string;
  readonly token: string;
  readonly apiKeys: Readonly<Record<'pro', string>>;
  readonly name: string;
  readonly awsUrls: { readonly dynamodb: string; readonly sqs: string };
}

export function getReady(dir: string): Ready {
  try {
    return JSON.parse(readFileSync(join(dir, 'ready.json'), 'utf8')) as Ready;
  } catch {
    throw new Error(`${dir} has no ready.json: run \`npm run local -- --data ${dir}\` first`);
  }
}

export const getName = ({ local, config }: Target): string =>
  local === undefined ? loadConfig(config).name : getReady(local).name;

/** Empty for a local service if the configuration file cannot be read here. */
export function getConfigured({ local, config }: Target): Pick<Config, 'chains' | 'pChains'> {
  try {
    return loadConfig(config);
  } catch (error) {
    if (local === undefined) throw error;
    return { chains: [], pChains: [] };
  }
}

/** Empty for a local service if the configuration file cannot be read here. */
export const getChains = (target: Target): Config['chains'] => getConfigured(target).chains;

export async function withTable<T>(target: Target, run: (table: Table) => Promise<T>): Promise<T> {
  const { name, table } = await createService(target);
  return run(table).catch((error: unknown) => {
    if (error instanceof Error && error.name === 'ResourceNotFoundException')
      throw new Error(`${name} has no table in this account and region: deploy it first`);
    throw error;
  });
}

/** Sets the functions' environment variables, so that their code runs here. Clients read them at creation. */
function useService(target: Target): string {
  const name = getName(target);
  if (target.local !== undefined) {
    const { controlUrl, awsUrls, token } = getReady(target.local);
    Object.assign(process.env, {
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: token,
      AWS_SECRET_ACCESS_KEY: token,
      AWS_ENDPOINT_URL: controlUrl,
      AWS_ENDPOINT_URL_DYNAMODB: awsUrls.dynamodb,
      AWS_ENDPOINT_URL_SQS: awsUrls.sqs,
    });
  }
  Object.assign(process.env, { [ENV.table]: tableName(name), [ENV.sources]: `/${name}/sources` });
  return name;
}

/** Deployments of 0.1.0 have no parameter. */
async function tableInUse(service: string): Promise<string> {
  const { createAccount } = await import('./aws-account');
  return (await createAccount().parameter(tableParameter(service))) ?? tableName(service);
}

export async function createQueues(target: Target): Promise<{ name: string; sqs: SQS }> {
  const name = useService(target);
  const { createSqs } = await import('./sqs');
  return { name, sqs: createSqs() };
}

export async function createService(target: Target): Promise<{ name: string; table: Table }> {
  const name = useService(target);
  const { createTableClient } = await import('../../lambdas/core/table/table');
  const { createDynamoClient } = await import('../../lambdas/core/table/dynamo-client');
  if (target.local === undefined) process.env[ENV.table] = await tableInUse(name);
  return { name, table: createTableClient(env('table'), createDynamoClient()) };
}
