import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { synthesize } from '../../lib/app';
import { buildAssets } from '../../lib/assets';
import { DEPLOYED } from '../../lib/chain-defaults';
import { parseConfig } from '../../lib/config';
import { readAssembly } from '../../local/assembly';
import { loadResources } from '../../local/resources';
import { ownCpuSeconds, type Ready } from './service';

/** Memory size at which Lambda gives a function one whole vCPU. */
const MB_PER_PROCESSOR = 1_769;
/** Share of a function's memory that Lambda gives to V8's heap. */
const HEAP_SHARE = 0.9;
const THROTTLE_MS = 10;
const MAX_SAVED_SECONDS = 0.02;

const RUN = `
const [module, chainIds] = process.argv.slice(1);
const { handler } = await import(module);
for (;;) {
  const until = Date.now() + 150_000;
  await handler({ chainIds: chainIds.split(',') }, { getRemainingTimeInMillis: () => until - Date.now() })
    .catch((error) => console.error(error));
}`;

/** A follower in its own process, with the memory and CPU share of its Lambda; `Ready` must not index the chains. */
export async function startFollower(dir: string, config: object, { awsUrls, controlUrl, token }: Ready) {
  const parsed = parseConfig(config, 'the configuration of the measurement');
  const folders = await buildAssets(parsed, DEPLOYED, join(dir, 'assets'));
  const resources = loadResources(readAssembly(synthesize(parsed, folders, join(dir, 'assembly'))), awsUrls.sqs);
  const found = resources.of('AWS::Lambda::Function').find(({ ref }) => /Follow(?!Alone)/.test(ref));
  const { MemorySize: memory = 0, Environment } = found?.properties ?? {};
  const child = spawn(
    process.execPath,
    [
      `--max-old-space-size=${Math.floor(memory * HEAP_SHARE)}`,
      ...['--input-type=module', '--eval', RUN, pathToFileURL(join(folders.indexer, 'follow.mjs')).href],
      parsed.chains.map(({ chainId }) => chainId).join(),
    ],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...Environment?.Variables,
        AWS_REGION: 'us-east-1',
        AWS_ACCESS_KEY_ID: token,
        AWS_SECRET_ACCESS_KEY: token,
        AWS_ENDPOINT_URL: controlUrl,
        AWS_ENDPOINT_URL_DYNAMODB: awsUrls.dynamodb,
        AWS_ENDPOINT_URL_SQS: awsUrls.sqs,
        AWS_ENDPOINT_URL_S3: awsUrls.s3,
      },
    },
  );
  const log: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => log.push(...String(chunk).split('\n')));
  const unthrottle = throttle(child.pid, memory / MB_PER_PROCESSOR);
  return {
    pid: child.pid,
    memory,
    log,
    stop(): void {
      unthrottle();
      child.kill('SIGKILL');
    },
  };
}

/** Pauses a process while it is over its CPU share. Returns a function that ends the throttling. */
function throttle(pid: number | undefined, share: number): () => void {
  if (pid === undefined) return () => undefined;
  let [at, used, saved, isStopped] = [performance.now(), ownCpuSeconds(pid), 0, false];
  const timer = setInterval(() => {
    const [now, spent] = [performance.now(), ownCpuSeconds(pid)];
    saved = Math.min(MAX_SAVED_SECONDS, saved + ((now - at) / 1_000) * share - (spent - used));
    [at, used] = [now, spent];
    if (saved < 0 === isStopped) return;
    isStopped = saved < 0;
    process.kill(pid, isStopped ? 'SIGSTOP' : 'SIGCONT');
  }, THROTTLE_MS);
  return () => clearInterval(timer);
}
