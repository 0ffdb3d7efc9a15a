import { existsSync, readFileSync } from 'node:fs';
import * as chains from 'viem/chains';
import * as z from 'zod';
import { type Chain, Config, type RuntimeConfig } from '../lambdas/contract/config';

/** The file that a deployment reads unless `-c config=FILE` or `--config FILE` names another. */
const CONFIG_FILE = 'config.json';

/** Reads and checks a configuration file; without a path, `config.json` or the defaults. Throws one clear sentence. */
export function loadConfig(path?: string): Config {
  const file = path ?? (existsSync(CONFIG_FILE) ? CONFIG_FILE : undefined);
  if (file === undefined) return parseConfig({}, 'the default configuration');
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new Error(`the configuration ${file} cannot be read: give the path of a JSON file`);
  }
  try {
    return parseConfig(JSON.parse(text), file);
  } catch (error) {
    if (error instanceof SyntaxError) throw new Error(`the configuration ${file} is not JSON: ${error.message}`);
    throw error;
  }
}

/** Checks a configuration that is in hand already. */
export function parseConfig(value: unknown, name: string): Config {
  const result = Config.safeParse(value);
  if (result.success) return result.data;
  // Every mistake at once, each with its place.
  const issues = result.error.issues.map(({ path, message }) => `${path.join('.') || 'it'}: ${message}`);
  throw new Error(`the configuration ${name} is wrong: ${issues.join('; ')}`);
}

/** What the functions read: every default filled in, from viem's published chain definitions where they know the chain. */
export function runtimeConfig(config: Config, pollIntervalMs: number): RuntimeConfig {
  return { chains: config.chains.map((chain) => resolveChain(chain, pollIntervalMs)) };
}

function resolveChain({ rpcUrl: _secret, ...chain }: Config['chains'][number], pollIntervalMs: number): Chain {
  const known = Object.values(chains).find(({ id }) => String(id) === chain.chainId);
  const explorerUrl = chain.explorerUrl ?? known?.blockExplorers?.default.url;
  const publicRpcUrl = chain.publicRpcUrl ?? known?.rpcUrls.default.http[0];
  const multicallAddress = chain.multicallAddress ?? multicallOf(known);
  return {
    ...chain,
    chainName: chain.chainName ?? known?.name ?? `Chain ${chain.chainId}`,
    networkToken: chain.networkToken ??
      known?.nativeCurrency ?? { name: 'Native token', symbol: 'NATIVE', decimals: 18 },
    pollIntervalMs: chain.pollIntervalMs ?? pollIntervalMs,
    ...(explorerUrl ? { explorerUrl } : {}),
    ...(publicRpcUrl ? { publicRpcUrl } : {}),
    ...(multicallAddress ? { multicallAddress } : {}),
  };
}

const WithMulticall = z.object({ contracts: z.object({ multicall3: z.object({ address: z.string() }) }) });
const multicallOf = (known: unknown): string | undefined =>
  WithMulticall.safeParse(known).data?.contracts.multicall3.address;
