import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { addConfiguration, bundleFunctions, foldersIn } from '../../../lib/assets';
import { LOCAL } from '../../../lib/chain-defaults';
import { parseConfig } from '../../../lib/config';

/** `call` runs a deployed function in a separate process and caches the response; `remove` deletes the build. */
export async function builtFunctions() {
  const folder = mkdtempSync(join(tmpdir(), 'functions-'));
  const { api } = await bundleFunctions(folder, ['api']);
  addConfiguration(foldersIn(folder), parseConfig({}, 'test'), LOCAL);
  const answers = new Map<string, string>();
  return {
    api,
    call(file: string, pathParameters: Record<string, string> = {}): APIGatewayProxyResult {
      const event = JSON.stringify({ pathParameters, requestContext: {} });
      const program = `
        const print = process.stdout.write.bind(process.stdout);
        process.stdout.write = () => true;
        const { handler } = await import(${JSON.stringify(pathToFileURL(join(api, `${file}.mjs`)).href)});
        print(JSON.stringify(await handler(${event}, {})));`;
      const run = () =>
        execFileSync(process.execPath, ['--input-type=module', '-e', program], { maxBuffer: 2 ** 26 }).toString('utf8');
      const answer = answers.get(program) ?? run();
      answers.set(program, answer);
      return JSON.parse(answer) as APIGatewayProxyResult;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
