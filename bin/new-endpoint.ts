import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { Command } from 'commander';
import { endpoints } from '../lambdas/app/contract/registry';
import { getFile } from '../lambdas/core/contract/endpoint';

/** An unknown resource becomes a new one of EVM chains. */
function getPlace(resource: string): { readonly spec: string; readonly folder: string } {
  const known = endpoints.find((one) => one.resource === resource && one.aliasOf === undefined);
  if (!known) return { spec: `lambdas/evm/contract/endpoints/${resource}.ts`, folder: `evm/api/${resource}` };
  const spec = globSync('lambdas/**/contract/**/*.ts').find((file) =>
    readFileSync(file, 'utf8').includes(`export const ${known.id} = endpoint(`),
  );
  if (!spec) throw new Error(`${known.id} is not declared in any contract`);
  return { spec, folder: known.folder };
}

const importPath = (from: string, to: string): string => {
  const path = relative(dirname(from), to).replace(/\.ts$/, '');
  return path.startsWith('.') ? path : `./${path}`;
};

/** Everything else derives from the declaration. */
function scaffold(id: string, path: string, resource: string): void {
  if (!/^[a-z][A-Za-z0-9]+$/.test(id))
    throw new Error(`invalid endpoint id ${id}: must be camelCase, such as getBlock`);
  if (!/^\/v\d+\/\S+$/.test(path)) throw new Error(`invalid path ${path}: must start with /v1/`);
  const { spec, folder } = getPlace(resource);
  const file = getFile({ id, folder });
  const [handler, test] = [`lambdas/${file}.ts`, `test/${file}.test.ts`];
  for (const path of [handler, test]) mkdirSync(dirname(path), { recursive: true });
  for (const file of [handler, test])
    if (existsSync(file)) throw new Error(`${file} already exists: choose another id`);
  const variables = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const names = variables.map((name) => `${name}: z.string()`);
  const values = variables
    .map((name) => ` ${name}: '1'`)
    .join(',')
    .concat(variables.length > 0 ? ' ' : '');
  const known = existsSync(spec);
  const head = known
    ? readFileSync(spec, 'utf8')
    : `import * as z from 'zod';
import { endpoint } from '${importPath(spec, 'lambdas/core/contract/endpoint.ts')}';
import { READ_UNITS } from '${importPath(spec, 'lambdas/core/contract/read-units.ts')}';
`;
  const own = `lambdas/${folder}/implement.ts`;
  const implement = existsSync(own) ? own : `lambdas/${folder.split('/')[0]}/api/implement.ts`;
  writeFileSync(
    spec,
    `${head}
export const ${id} = endpoint({
  id: '${id}',
  method: 'GET',
  path: '${path}',
  tag: 'EVM Chains',
  summary: '${id}',
  weight: 10,
  readUnits: READ_UNITS.none,
  access: 'anyone',
  uses: {},
  params: z.object({ ${names.join(', ')} }),
  query: z.object({}),
  response: z.object({}).meta({ id: '${id[0]?.toUpperCase()}${id.slice(1)}Response', description: '…' }),
});
`,
  );
  writeFileSync(
    handler,
    `import { ${id} } from '${importPath(handler, spec)}';
import { implement } from '${importPath(handler, implement)}';

export const handler = implement(${id}, async () => ({}));
`,
  );
  writeFileSync(
    test,
    `import { handler } from '${importPath(test, handler)}';
import { call } from '${importPath(test, 'test/support/endpoints/call.ts')}';
import { depsWith } from '${importPath(test, 'test/support/endpoints/deps.ts')}';

const asked = { params: {${values}} };

describe('${id}', () => {
  test('200: what it promises', async () => {
    const { deps } = await depsWith();
    const { status, body } = await call(handler, deps, asked);
    expect([status, body]).toEqual([200, {}]);
  });
});
`,
  );
  // biome wraps the lines of long paths.
  execFileSync('npx', ['biome', 'format', '--write', spec, handler, test], { stdio: ['ignore', 'ignore', 'inherit'] });
  if (!known) console.log(`Add ${resource} to lambdas/app/contract/registry.ts.`);
  console.log(
    `Wrote ${spec}, ${handler} and ${test}.\nNext: write the schemas, the handler, and a test per status; \`npm run docs\`; \`npm run check\`.`,
  );
}

new Command('npm run new:endpoint --')
  .description('Scaffold an endpoint: declaration, handler and test.')
  .argument('<id>', 'camelCase, such as getBlock')
  .argument('<path>', "such as '/v1/chains/{chainId}/blocks/{blockId}'")
  .argument('<resource>', 'resource group to add it to, such as blocks')
  .addHelpText(
    'after',
    "\nExample:\n  $ npm run new:endpoint -- getUncle '/v1/chains/{chainId}/uncles/{uncleId}' blocks",
  )
  .action((id: string, path: string, resource: string) => {
    try {
      scaffold(id, path, resource);
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
      process.exitCode = 1;
    }
  })
  .parse();
