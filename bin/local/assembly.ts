import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '../../lambdas/contract/config';
import { keep } from './keep';

/** The running bundle, which bin/start.mjs built from the current sources. */
const BUNDLE = dirname(fileURLToPath(import.meta.url));
/** Validating the template against CloudFormation's schemas takes 7 CPU seconds; deployments and `cdk synth` do it. */
const WITHOUT_VALIDATION = { CDK_VALIDATION: 'false' };

/**
 * The folder of the synthesized assembly of a configuration, synthesized if the bundle has none yet. A child process does
 * it, so that the CDK's memory is freed. Throws with the error output of the synthesis.
 */
export function assemblyOf(config: Config): string {
  const kept = join(BUNDLE, 'assemblies', digestOf(config));
  if (!existsSync(kept)) {
    mkdirSync(dirname(kept), { recursive: true });
    const made = `${kept}.${process.pid}`;
    const { status, stderr } = spawnSync(
      process.execPath,
      [join(BUNDLE, 'synth.mjs'), join(BUNDLE, 'functions'), made],
      { input: JSON.stringify(config), encoding: 'utf8', env: { ...process.env, ...WITHOUT_VALIDATION } },
    );
    if (status !== 0) throw new Error(`the synthesis failed: ${stderr}`);
    keep(made, kept);
  }
  return kept;
}

/** A digest of everything but the sources that changes an assembly: the configuration without secrets, and the files that it names. */
function digestOf({ chains, pChains, ...config }: Config): string {
  const hash = createHash('sha256');
  const withoutSecrets = (all: readonly { readonly rpcUrl?: string | undefined }[]) =>
    all.map(({ rpcUrl: _secret, ...rest }) => rest);
  hash.update(JSON.stringify({ ...config, chains: withoutSecrets(chains), pChains: withoutSecrets(pChains) }));
  for (const file of [...config.tokenLists, ...config.addressMetadata].filter(existsSync))
    hash.update(file).update(readFileSync(file));
  return hash.digest('hex').slice(0, 32);
}
