import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '../../lambdas/core/contract/config';

/** The running bundle, which bin/start.mjs built from the current sources. */
export const BUNDLE = dirname(fileURLToPath(import.meta.url));

/**
 * The folder of the synthesized assembly of a configuration, synthesized if the bundle has none yet. A child process does
 * it, so that the CDK's memory is freed. Throws with the error output of the synthesis.
 */
export function getAssembly(config: Config): string {
  const folder = assemblyFolder(config);
  if (!existsSync(folder)) {
    const input = `${JSON.stringify(config)}\n`;
    const { status, stderr } = spawnSync(process.execPath, [join(BUNDLE, 'synth.mjs')], { input, encoding: 'utf8' });
    if (status !== 0) throw new Error(`the synthesis failed: ${stderr.trim()}`);
  }
  return folder;
}

/**
 * Where the bundle keeps the assembly of a configuration: by a digest of everything but the sources that changes it, the
 * configuration without secrets and the files that it names.
 */
export function assemblyFolder({ chains, pChains, ...config }: Config): string {
  const hash = createHash('sha256');
  const withoutSecrets = (all: readonly { readonly rpcUrl?: string | undefined }[]) =>
    all.map(({ rpcUrl: _secret, ...rest }) => rest);
  hash.update(JSON.stringify({ ...config, chains: withoutSecrets(chains), pChains: withoutSecrets(pChains) }));
  for (const file of [...config.tokenLists, ...config.addressMetadata].filter(existsSync))
    hash.update(file).update(readFileSync(file));
  return join(BUNDLE, 'assemblies', hash.digest('hex').slice(0, 32));
}
