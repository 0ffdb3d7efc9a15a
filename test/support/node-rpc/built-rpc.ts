import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { addConfiguration, bundleFunctions, foldersIn } from '../../../lib/assets';
import { LOCAL } from '../../../lib/chain-defaults';
import { parseConfig } from '../../../lib/config';

export interface Ran {
  readonly answers: readonly APIGatewayProxyResult[];
  readonly logs: readonly Readonly<Record<string, unknown>>[];
}

/** Each run is a separate process without access to AWS; `remove` deletes the build. */
export async function builtRpc(config: unknown) {
  const folder = mkdtempSync(join(tmpdir(), 'node-rpc-'));
  const built = await bundleFunctions(folder, ['node-rpc']);
  addConfiguration(foldersIn(folder), parseConfig(config, 'test'), LOCAL);
  const env = {
    ...{ PATH: process.env.PATH, TABLE_NAME: 'rows', SOURCES_PATH: '/chain-data/sources', AWS_REGION: 'us-east-1' },
    ...{ AWS_ACCESS_KEY_ID: 'AKIATEST', AWS_SECRET_ACCESS_KEY: 'test' },
    AWS_ENDPOINT_URL: 'http://127.0.0.1:1',
  };
  return {
    run(file: string, events: readonly Partial<APIGatewayProxyEvent>[]): Ran {
      const program = `
        const logs = [];
        const print = process.stdout.write.bind(process.stdout);
        process.stdout.write = (text) => logs.push(JSON.parse(text)) > 0;
        const { handler } = await import(${JSON.stringify(pathToFileURL(join(built['node-rpc'], `${file}.mjs`)).href)});
        const answers = [];
        for (const event of ${JSON.stringify(events)}) answers.push(await handler(event));
        print(JSON.stringify({ answers, logs }));`;
      const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
        env,
        maxBuffer: 2 ** 26,
      });
      return JSON.parse(output.toString('utf8')) as Ran;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
