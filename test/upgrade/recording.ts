import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Json } from '../support/service/service';
import { DEPLOYMENTS } from '../support/sources/deployments';
import { type Deployment, getDeployment } from '../support/sources/updates';

/** The recordings, one file per release. */
export const RELEASES = 'test/upgrade/releases';
/** The recorded references between the stacks of each release. */
const STACKS = 'test/upgrade/stacks';
/** The fixed port in the URLs of recorded webhooks, below the ephemeral ports. */
export const RECEIVER_PORT = 18_473;
export const CHAIN = '31337';
/** The confirmations of the held webhook. */
export const CONFIRMATIONS = 40;

/** The contents of a recorded data folder: IDs of webhooks, and of their messages by state. */
export interface Recorded {
  readonly release: string;
  readonly delivered: { readonly webhook: string; readonly messages: readonly string[] };
  readonly pending: { readonly webhook: string; readonly messages: readonly string[] };
  readonly failed: { readonly webhook: string; readonly messages: readonly string[] };
  readonly held: { readonly webhook: string; readonly messages: number };
  /** Running exports: one in an execution, and one with its start in a queue. */
  readonly exports: readonly string[];
}

/** The configuration of the recorded service. */
export const configFor = (rpcUrl: string): Json => ({
  webhookLoopback: true,
  chains: [{ chainId: CHAIN, network: 'testnet', rpcUrl, startBlock: 0, finalityDepth: 3, traces: true }],
});

/** Packs a folder with `data` (the data folder), `node.json` (the chain's node) and `recorded.json`. */
export const pack = (folder: string, file: string): void => {
  const parts = readdirSync(folder).filter((name) => name === 'data' || /^(node|recorded)\.json/.test(name));
  const left = ['logs', 'lock', 'process.json', 'ready.json'].map((name) => `--exclude=data/${name}`);
  execFileSync('tar', ['-czf', file, '-C', folder, ...left, ...parts]);
};

export function unpack(file: string, folder: string): Recorded {
  execFileSync('tar', ['-xzf', file, '-C', folder]);
  return JSON.parse(readFileSync(join(folder, 'recorded.json'), 'utf8')) as Recorded;
}

/** Records the references between the stacks of a release, for each configuration that tests deploy. */
export function recordStacks(release: string): string {
  const file = join(STACKS, `${release}.json.gz`);
  const deployments = Object.entries(DEPLOYMENTS).map(([name, config]) => [name, getDeployment(config)]);
  mkdirSync(STACKS, { recursive: true });
  writeFileSync(file, gzipSync(JSON.stringify(Object.fromEntries(deployments))));
  return file;
}

/** The stacks of every recorded release, by configuration name. */
export const recordedStacks = (): [release: string, Readonly<Record<string, Deployment>>][] =>
  readdirSync(STACKS).map((file) => [
    file.replace('.json.gz', ''),
    JSON.parse(gunzipSync(readFileSync(join(STACKS, file))).toString()),
  ]);
