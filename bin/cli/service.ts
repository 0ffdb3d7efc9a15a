import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Table } from '../../lambdas/adapters/dynamo/table';
import { ENV, tableName } from '../../lambdas/contract/env';
import { loadConfig } from '../../lib/config';

/** Where a command goes: a running `npm run local`, or the deployed service of the account of the environment. */
export interface Target {
  readonly local?: string;
  readonly config?: string;
}

/** What local mode writes when it is ready. */
interface Ready {
  readonly controlUrl: string;
  readonly name: string;
  readonly awsUrls: { readonly dynamodb: string };
}

/** What a running `npm run local` says of itself. Throws when it does not run. */
export function readyOf(dir: string): Ready {
  try {
    return JSON.parse(readFileSync(join(dir, 'ready.json'), 'utf8')) as Ready;
  } catch {
    throw new Error(`${dir} has no ready.json: start \`npm run local -- --data ${dir}\` first`);
  }
}

/** The `name` of the service's configuration. */
export const nameOf = ({ local, config }: Target): string =>
  local === undefined ? loadConfig(config).name : readyOf(local).name;

/**
 * The service's table. Sets the environment that the functions have, so that what they are made of runs here too: with
 * the caller's own rights in AWS, or over the endpoints of local mode.
 */
export async function openService(target: Target): Promise<{ name: string; table: Table }> {
  const name = nameOf(target);
  if (target.local !== undefined) {
    const { controlUrl, awsUrls } = readyOf(target.local);
    Object.assign(process.env, {
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
      AWS_ENDPOINT_URL: controlUrl,
      AWS_ENDPOINT_URL_DYNAMODB: awsUrls.dynamodb,
    });
  }
  Object.assign(process.env, { [ENV.table]: tableName(name), [ENV.sources]: `/${name}/sources` });
  // SDK clients read the environment when they are made.
  const { openTable } = await import('../../lambdas/adapters/dynamo/table');
  return { name, table: openTable(tableName(name)) };
}
