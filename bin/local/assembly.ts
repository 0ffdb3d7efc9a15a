import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '../../lambdas/core/contract/config';

export const BUNDLE = dirname(fileURLToPath(import.meta.url));

/** Synthesizes it if missing, in a child process to free the CDK's memory. Throws with the synthesis's error output. */
export function getAssembly(config: Config): string {
  const folder = assemblyFolder(config);
  if (!existsSync(folder)) {
    const input = `${JSON.stringify(config)}\n`;
    const { status, stderr } = spawnSync(process.execPath, [join(BUNDLE, 'synth.mjs')], { input, encoding: 'utf8' });
    if (status !== 0) throw new Error(`synthesis failed: ${stderr.trim()}`);
  }
  return folder;
}

/** Keyed by the configuration without secrets and the files it names; the bundle's path covers the sources. */
export function assemblyFolder({ chains, pChains, openTelemetry, ...config }: Config): string {
  const hash = createHash('sha256');
  const { headers: _secret, ...telemetry } = openTelemetry ?? {};
  const withoutSecrets = (all: readonly { readonly rpcUrl?: string | undefined }[]) =>
    all.map(({ rpcUrl: _secret, ...rest }) => rest);
  hash.update(
    JSON.stringify({ ...config, telemetry, chains: withoutSecrets(chains), pChains: withoutSecrets(pChains) }),
  );
  for (const file of [...config.tokenLists, ...config.addressMetadata].filter(existsSync))
    hash.update(file).update(readFileSync(file));
  return join(BUNDLE, 'assemblies', hash.digest('hex').slice(0, 32));
}
