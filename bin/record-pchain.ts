import { Command } from 'commander';
import { record } from '../demo/p-chain/record';
import { saveRecording } from '../demo/p-chain/recording';

const PROGRESS_MS = 1_000;

interface Options {
  readonly rpc: string;
  readonly out: string;
  readonly seconds?: string;
}

async function run({ rpc, out, seconds }: Options): Promise<void> {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (stopping.signal.aborted) process.exit(1);
      stopping.abort();
    });
  if (seconds !== undefined) setTimeout(() => stopping.abort(), toSeconds(seconds) * 1_000).unref();
  console.log(`Recording ${rpc}. Stop with Ctrl-C to write ${out}.`);
  const startedAt = performance.now();
  let heights = 0;
  let printedAt = Number.NEGATIVE_INFINITY;
  const recording = await record({
    url: rpc.replace(/\/+$/, ''),
    signal: stopping.signal,
    onHeight(height, { size }) {
      heights += 1;
      const now = performance.now();
      if (now - printedAt < PROGRESS_MS) return;
      printedAt = now;
      const rate = (heights / Math.max(1, (now - startedAt) / 1_000)).toFixed(2);
      console.log(`height ${height}: ${heights} heights recorded, ${rate} per second, ${size} responses`);
    },
    onUnavailable: (error) => console.log(`Retrying: ${error.message}`),
  });
  const bytes = saveRecording(out, recording);
  console.log(`${out}: ${heights} heights, ${recording.size} responses, ${(bytes / 1_000).toFixed(0)} kB`);
}

function toSeconds(text: string): number {
  const seconds = Number(text);
  if (!(seconds > 0 && seconds < 2_000_000)) throw new Error(`--seconds ${text} must be a positive number`);
  return seconds;
}

new Command('npm run record:p-chain --')
  .description(
    'Record the verbatim responses of a P-Chain node at each height, for the demo and its tests. Meant for a small network of your own: it queries every validator at every height.',
  )
  .requiredOption('--rpc <url>', 'base URL of an avalanchego node')
  .option('--out <file>', 'file to write', 'demo/p-chain/recording.jsonl.gz')
  .option('--seconds <n>', 'stop after this time (default: on Ctrl-C)')
  .addHelpText(
    'after',
    '\nExamples:\n  $ npm run record:p-chain -- --rpc http://127.0.0.1:9650\n  $ npm run record:p-chain -- --rpc http://127.0.0.1:9650 --seconds 600 --out dist/ten-minutes.jsonl.gz',
  )
  .showHelpAfterError('(--help shows examples)')
  .action((options: Options) =>
    run(options).catch((error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      process.exit(1);
    }),
  )
  .parse();
