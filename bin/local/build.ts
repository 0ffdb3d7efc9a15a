import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../lambdas/contract/config';

/** Where finished builds are kept, each under the digest of what went into it. */
const KEPT = 'dist/local';
/** Everything that a build is made from, beside the configuration. */
const SOURCES = ['lambdas', 'lib', 'bin/build.ts', 'docs/openapi.json', 'package-lock.json'];
/** A build of so long ago is thrown away, ms. */
const OLD = 24 * 3_600_000;
/** The CDK's check of the template against CloudFormation's schemas takes 7 CPU seconds: deployments and `cdk synth` make it. */
const WITHOUT_VALIDATION = { CDK_VALIDATION: 'false' };

/**
 * Bundles and synthesizes into the data folder, in a process of its own: what the CDK takes in memory goes with it. The
 * same sources and configuration were built before more often than not: then their build is copied. Throws with what
 * the build said.
 */
export function build(config: Config, data: string): void {
  const kept = join(KEPT, digestOf(config));
  if (!existsSync(kept)) {
    const made = join(KEPT, `${process.pid}.new`);
    const args = ['--import', 'tsx', 'bin/build.ts', made];
    const { status, stderr } = spawnSync(process.execPath, args, {
      input: JSON.stringify(config),
      encoding: 'utf8',
      env: { ...process.env, ...WITHOUT_VALIDATION },
    });
    if (status !== 0) throw new Error(`the build failed: ${stderr}`);
    sweep();
    try {
      renameSync(made, kept);
    } catch (error) {
      // Another process made the same one meanwhile.
      rmSync(made, { recursive: true, force: true });
      if (!existsSync(kept)) throw error;
    }
  }
  for (const part of ['build', 'cdk.out']) {
    rmSync(join(data, part), { recursive: true, force: true });
    cpSync(join(kept, part), join(data, part), { recursive: true });
  }
}

/** Of everything that changes a build: sources, dependencies, and the configuration but for its secrets. */
function digestOf({ chains, tokenLists, ...config }: Config): string {
  const hash = createHash('sha256').update(process.version);
  hash.update(JSON.stringify({ ...config, chains: chains.map(({ rpcUrl: _secret, ...chain }) => chain) }));
  for (const file of [...SOURCES, ...tokenLists].flatMap(filesIn)) hash.update(file).update(readFileSync(file));
  return hash.digest('hex').slice(0, 32);
}

function filesIn(path: string): string[] {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  const all = readdirSync(path, { recursive: true, encoding: 'utf8' }).map((file) => join(path, file));
  return all.filter((file) => statSync(file).isFile()).toSorted();
}

function sweep(): void {
  mkdirSync(KEPT, { recursive: true });
  for (const name of readdirSync(KEPT)) {
    const path = join(KEPT, name);
    if (Date.now() - statSync(path).mtimeMs > OLD) rmSync(path, { recursive: true, force: true });
  }
}
