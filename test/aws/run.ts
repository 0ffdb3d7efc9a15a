import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';

const MOTO_VERSION = '5.2.5';
const MOTO = resolve('node_modules/.cache/moto');
const [MOTO_PORT, DYNAMODB_PORT] = ['4599', '4598'];

interface Options {
  readonly dynamodbLocal?: string;
}

/** Starts a server and waits until it answers HTTP. Throws if it ends instead. */
async function started(port: string, command: string, args: readonly string[]): Promise<ChildProcess> {
  // DynamoDB Local writes a file into its working directory.
  const server = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'], cwd: tmpdir() });
  for (;;) {
    await sleep(200);
    if (server.exitCode !== null) throw new Error(`${command} has ended`);
    if (await fetch(`http://127.0.0.1:${port}`).catch(() => undefined)) return server;
  }
}

function startMoto(): Promise<ChildProcess> {
  const program = join(MOTO, 'bin', 'moto_server');
  if (!existsSync(program)) {
    console.log(`Installing moto ${MOTO_VERSION} into ${MOTO} (once; needs Python 3.10 or newer and its packages)`);
    execFileSync('python3', ['-m', 'venv', MOTO], { stdio: 'inherit' });
    execFileSync(join(MOTO, 'bin', 'pip'), ['install', '--quiet', `moto[server]==${MOTO_VERSION}`], {
      stdio: 'inherit',
    });
  }
  return started(MOTO_PORT, program, ['-p', MOTO_PORT]);
}

const startDynamoDbLocal = (given: string): Promise<ChildProcess> => {
  const folder = resolve(given);
  const java = [`-Djava.library.path=${folder}/DynamoDBLocal_lib`, '-cp', `${folder}/*:${folder}/DynamoDBLocal_lib/*`];
  const server = 'software.amazon.dynamodb.services.local.main.ServerRunner';
  return started(DYNAMODB_PORT, 'java', [...java, server, '-inMemory', '-port', DYNAMODB_PORT]);
};

/** Whether the tests pass while the server runs. */
async function pass(server: Promise<ChildProcess>, args: readonly string[], env: Readonly<Record<string, string>>) {
  const running = await server;
  const { status } = spawnSync('npx', ['jest', ...args], { stdio: 'inherit', env: { ...process.env, ...env } });
  running.kill();
  return status === 0;
}

async function run({ dynamodbLocal }: Options): Promise<void> {
  const results = [
    await pass(startMoto(), ['--config', 'test/aws/jest.config.cjs'], { MOTO_URL: `http://127.0.0.1:${MOTO_PORT}` }),
  ];
  if (dynamodbLocal) {
    const tests = [
      '--selectProjects',
      'unit',
      'component',
      '--testPathPatterns',
      'test/[a-z-]+/rows|test/core/table|dynamodb/limits',
    ];
    // Fake timers do not wait for a network.
    tests.push('--testPathIgnorePatterns', 'chain/lease.test.ts');
    const env = { DYNAMODB_LOCAL_URL: `http://127.0.0.1:${DYNAMODB_PORT}` };
    results.push(await pass(startDynamoDbLocal(dynamodbLocal), tests, env));
  } else console.log('Not run against DynamoDB Local: --dynamodb-local names no folder of it.');
  process.exitCode = results.every(Boolean) ? 0 : 1;
}

await new Command('npm run test:aws --')
  .description(
    'Runs the clients of AWS against two servers that others wrote: moto, which checks signatures and permissions (needs Python, and installs it), and, if there is one, AWS’s DynamoDB Local (needs Java), for the tests of the table.',
  )
  .option('--dynamodb-local <folder>', 'the folder of DynamoDBLocal.jar and its libraries')
  .addHelpText(
    'after',
    '\nExamples:\n  $ npm run test:aws\n  $ npm run test:aws -- --dynamodb-local ~/dynamodb_local_latest',
  )
  .action(run)
  .parseAsync();
