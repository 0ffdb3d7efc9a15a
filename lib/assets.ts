import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import { build } from 'esbuild';
import { functions, getEntryPoint } from '../lambdas/app/contract/functions';
import { endpoints } from '../lambdas/app/contract/registry';
import type { Config } from '../lambdas/core/contract/config';
import { getEntryPoint as entryPointOfEndpoint } from '../lambdas/core/contract/endpoint';
import type { FunctionSpec } from '../lambdas/core/contract/function';
import { metadataFile } from '../lambdas/evm/contract/address-metadata';
import { MCP_FILE } from '../lambdas/mcp/contract/tools';
import { rpcRoutes } from '../lambdas/node-rpc/contract/routes';
import { addressMetadataFor } from './address-metadata';
import type { ChainDefaults } from './chain-defaults';
import { mcpConfig } from './mcp-config';
import { createRpc } from './openrpc';
import { requireHttp } from './require-http';
import { runtimeConfig } from './runtime-config';
import { addSite } from './site/add-site';
import { bundleScripts } from './site/scripts';
import { tokenListsFor } from './token-lists';

export type Capability = 'api' | 'http' | FunctionSpec['capability'];

/** A new asset per call, because an asset belongs to one stack. */
export type CodeOf = (capability: Capability) => Code;

const getEntryPoints = (capability: FunctionSpec['capability']): string[] =>
  functions.filter((spec) => spec.capability === capability).map(getEntryPoint);

/** The authorizer runs before every request, so it has its own small asset. */
export const ENTRY_POINTS: Readonly<Record<Capability, readonly string[]>> = {
  api: [...new Set(endpoints.map((endpoint) => `lambdas/${entryPointOfEndpoint(endpoint)}.ts`))],
  indexer: getEntryPoints('indexer'),
  webhooks: getEntryPoints('webhooks'),
  exports: getEntryPoints('exports'),
  usage: getEntryPoints('usage'),
  'node-rpc': [...getEntryPoints('node-rpc'), ...rpcRoutes.map(({ file }) => `lambdas/${file}.ts`)],
  http: ['lambdas/core/http/authorizer.ts'],
};

/** For CommonJS dependencies inside an ES module bundle. */
const REQUIRE = "const require=process.getBuiltinModule('module').createRequire(import.meta.url);";

export const foldersIn = (outdir: string): Record<Capability, string> => ({
  api: join(outdir, 'api'),
  indexer: join(outdir, 'indexer'),
  webhooks: join(outdir, 'webhooks'),
  exports: join(outdir, 'exports'),
  usage: join(outdir, 'usage'),
  'node-rpc': join(outdir, 'node-rpc'),
  http: join(outdir, 'http'),
});

export async function buildAssets(
  config: Config,
  defaults: ChainDefaults,
  outdir = 'dist',
): Promise<Record<Capability, string>> {
  const folders = await bundleFunctions(outdir);
  addConfiguration(folders, config, defaults);
  return folders;
}

/** One esbuild call per capability, without the configuration. `minify: false` keeps function names for profiles. */
export async function bundleFunctions(
  outdir: string,
  capabilities = Object.keys(ENTRY_POINTS) as readonly Capability[],
  minify = true,
): Promise<Record<Capability, string>> {
  const folders = foldersIn(outdir);
  const bundled = capabilities.map((capability) => {
    rmSync(folders[capability], { recursive: true, force: true });
    return build({
      // Flat: handler names do not contain the source folder.
      entryPoints: Object.fromEntries(ENTRY_POINTS[capability].map((file) => [basename(file, '.ts'), file])),
      outdir: folders[capability],
      outExtension: { '.js': '.mjs' },
      bundle: true,
      minify,
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: 'node24',
      mainFields: ['module', 'main'],
      banner: { js: REQUIRE },
      plugins: [requireHttp],
      legalComments: 'none',
      logLevel: 'error',
    });
  });
  await Promise.all([...bundled, bundleScripts(folders.api)]);
  return folders;
}

export function addConfiguration(
  folders: Readonly<Record<Capability, string>>,
  config: Config,
  defaults: ChainDefaults,
): void {
  const runtime = runtimeConfig(config, defaults);
  const write = (folder: string, name: string, content: unknown) => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, name), JSON.stringify(content));
  };
  for (const capability of ['api', 'indexer', 'webhooks', 'exports', 'usage', 'node-rpc'] as const)
    write(folders[capability], 'config.json', runtime);
  write(folders['node-rpc'], 'openrpc.json', createRpc(config.pChains, config.keyHeaders));
  const tokenLists = tokenListsFor(runtime.chains, config.tokenLists);
  write(folders.indexer, 'token-lists.json', tokenLists);
  const metadata = addressMetadataFor(runtime.chains, config.addressMetadata, tokenLists);
  for (const [chainId, addresses] of Object.entries(metadata)) write(folders.api, metadataFile(chainId), addresses);
  write(folders.api, MCP_FILE, mcpConfig(config.keyHeaders));
  addSite(folders.api, config);
}
