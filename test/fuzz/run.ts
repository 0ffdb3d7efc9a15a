import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { endpoints } from '../../lambdas/app/contract/registry';
import { type Document, openapiDocument } from '../support/openapi/document';
import { type FuzzedService, withFuzzedService } from './world';

const VERSION = '4.32.5';
/** Installed here once. */
const TOOLS = resolve('node_modules/.cache/schemathesis');
/** Parameters with constraints that a schema cannot express: a token of another query, an inverted range. */
const DEPENDENT = ['pageToken', 'startBlock', 'endBlock'];

interface Options {
  readonly examples: string;
  readonly seed: string;
}

/** The program: `SCHEMATHESIS` from the environment, or one installed into `node_modules/.cache`. */
function schemathesis(): string {
  if (process.env.SCHEMATHESIS) return process.env.SCHEMATHESIS;
  const program = join(TOOLS, 'bin', 'schemathesis');
  if (existsSync(program)) return program;
  console.log(`Installing schemathesis ${VERSION} into ${TOOLS} (once; needs Python 3.10 or newer and its packages)`);
  execFileSync('python3', ['-m', 'venv', TOOLS], { stdio: 'inherit' });
  execFileSync(join(TOOLS, 'bin', 'pip'), ['install', '--quiet', `schemathesis==${VERSION}`], { stdio: 'inherit' });
  return program;
}

/** The document without some parameters and the links to next pages, which need them. */
const without = (document: Document, names: readonly string[]): object =>
  JSON.parse(JSON.stringify(document), (key, value: unknown) => {
    if (key === 'links') return undefined;
    if (key !== 'parameters' || !Array.isArray(value)) return value;
    return (value as { name: string }[]).filter(({ name }) => !names.includes(name));
  }) as object;

/** The committed settings, with existing values for most identifying parameters. */
function settingsWith(values: FuzzedService['values']): string {
  const names = Object.keys(values);
  return [
    readFileSync('test/fuzz/schemathesis.toml', 'utf8'),
    ...names.map((name) => `[dictionaries.${name}]\nvalues = ${JSON.stringify(values[name])}`),
    '[parameters]',
    ...names.map((name) => `${name} = { dictionary = "${name}", probability = 0.8 }`),
  ].join('\n');
}

type Answers = ReturnType<FuzzedService['answers']>;
/** The endpoint of each answer with a status that starts with this digit. */
const endpointsWith = (digit: number, answers: Answers): string[] =>
  answers.filter(({ statusCode }) => Math.floor(statusCode / 100) === digit).map(({ endpoint }) => endpoint);
const summary = (answers: Answers): string => {
  const counts = [2, 4, 5].map((digit) => `${endpointsWith(digit, answers).length} with ${digit}xx`);
  return `${answers.length} requests were answered by functions, ${counts.join(', ')}`;
};

async function fuzz({ examples, seed }: Options): Promise<void> {
  const program = schemathesis();
  await withFuzzedService(async ({ dir, url, key, values, answers }) => {
    const settings = join(dir, 'schemathesis.toml');
    writeFileSync(settings, settingsWith(values));
    const run = (name: string, document: object, ...more: string[]) => {
      const file = join(dir, `${name}.json`);
      writeFileSync(file, JSON.stringify(document));
      const limits = ['--max-examples', examples, '--seed', seed, '--continue-on-failure'];
      const target = ['--url', url, '--header', `x-service-api-key:${key}`];
      const { status } = spawnSync(program, ['--config-file', settings, 'run', file, ...target, ...limits, ...more], {
        stdio: 'inherit',
        // It stores its findings in a folder there.
        cwd: dir,
      });
      console.log(`So far: ${summary(answers())}`);
      return status === 0;
    };
    const document = openapiDocument();
    const accepted = run('independent', without(document, DEPENDENT));
    const conforming = run('everything', document, '--exclude-checks', 'positive_data_acceptance');
    const all = answers();
    const [good, failed] = [endpointsWith(2, all), endpointsWith(5, all)];
    const unseen = endpoints.map(({ id }) => id).filter((id) => !good.includes(id));
    if (unseen.length > 0) console.log(`Never answered with 2xx: ${unseen.join(', ')}`);
    if (failed.length > 0) console.log(`Answered with 5xx: ${[...new Set(failed)].join(', ')}`);
    process.exitCode = accepted && conforming && failed.length === 0 ? 0 : 1;
  });
}

await new Command('npm run test:fuzz --')
  .description(
    'Sends generated requests to a local service, valid and invalid ones, and checks each answer by the document. Needs Python.',
  )
  .option('--examples <number>', 'requests per operation and phase, at most', '60')
  .option('--seed <number>', 'of the generated requests', '1')
  .addHelpText('after', '\nExamples:\n  npm run test:fuzz\n  npm run test:fuzz -- --examples 500 --seed 7')
  .action(fuzz)
  .parseAsync();
