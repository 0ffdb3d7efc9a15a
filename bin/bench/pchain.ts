import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadRecording, saveRecording } from '../../demo/p-chain/recording';
import { RECORDING, startReplayNode } from '../../demo/p-chain/replay-node';
import { addTransfers, getPaid, getPayer } from '../../demo/p-chain/transfers';
import { METRIC, USED } from '../../lambdas/core/contract/metrics';
import { getHrp } from '../../lambdas/pchain/node/network';
import { printLists } from './pchain-lists';
import { describeMonth, type Paced } from './pchain-month';
import { type Kind, replayRate, unitsByKind } from './pchain-replay';
import {
  getCalls,
  getTotal,
  indexedBlock,
  logLines,
  METRICS_DELAY_MS,
  peakMemory,
  type Ready,
  startService,
} from './service';

const NETWORK = 'bench';
const [FRESH_BLOCKS, FRESH_INTERVAL_MS] = [40, 500];
const [PACED_BLOCKS, PACED_INTERVAL_MS] = [60, 2_000];
const DEPLOYED_POLL_MS = 1_000;

type Accept = (height: number) => void;
interface Service {
  readonly dir: string;
  readonly ready: Ready;
  readonly pid: number | undefined;
}

/** `blocks`: number of blocks with one transfer each, appended to the recorded ones. */
export async function benchPChain(blocks: number): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'bench-'));
  const recording = loadRecording(RECORDING);
  const last = addTransfers(recording, blocks + FRESH_BLOCKS + PACED_BLOCKS);
  const path = join(dir, 'recording.jsonl.gz');
  saveRecording(path, recording);
  const indexed = last - FRESH_BLOCKS - PACED_BLOCKS;
  let height = indexed;
  const clock = { startedAt: 0, fromHeight: 0, msPerHeight: 1, now: () => height };
  const node = await startReplayNode({ recording: path, ...clock });
  const accept: Accept = (to) => {
    height = to;
  };
  const pChain = { network: NETWORK, rpcUrl: node.url, index: true, genesis: node.genesis() };
  try {
    const served = { network: NETWORK, recording, url: node.url, genesis: node.genesis(), last: indexed };
    const rate = await replayRate(served);
    const kinds = await unitsByKind(served);
    const [all, recorded] = [sumUp(kinds), sumUp(await unitsByKind({ ...served, last: indexed - blocks }))];
    const fresh = indexed + FRESH_BLOCKS;
    await withService(dir, pChain, async (service) => {
      const { perSecond, units } = await catchUp(service, indexed);
      console.log(
        `\nP-Chain, ${indexed} blocks with ${all.txs} transactions: ${rate.toFixed(0)} blocks/s decoded and replayed in one process, ${perSecond.toFixed(0)} blocks/s indexed. Peak memory of the service ${peakMemory(service.pid)} MB`,
      );
      console.log(
        `Writes: ${(units / all.txs).toFixed(2)} WRU per transaction including block, cursor and lease; rows only ${(all.units / all.txs).toFixed(2)}, without the block rows ${((all.units - all.blockUnits) / all.txs).toFixed(2)}. For the ${recorded.txs} recorded transactions of all types: ${(recorded.units / recorded.txs).toFixed(2)} and ${((recorded.units - recorded.blockUnits) / recorded.txs).toFixed(2)}`,
      );
      const { p50, p90 } = await freshness(service, accept, { from: indexed, to: fresh, everyMs: FRESH_INTERVAL_MS });
      console.log(
        `Freshness, from the node's block to the API's response, polled every 100 ms: p50 ${p50} ms, p90 ${p90} ms`,
      );
      const { networkId } = recording.header;
      await printLists(service, { network: NETWORK, hrp: getHrp(networkId), addresses: [getPayer(0), getPaid(0)] });
    });
    await withService(dir, { ...pChain, pollIntervalMs: DEPLOYED_POLL_MS }, async (service) => {
      const { paced, p50, p90 } = await pacedUse(service, accept, {
        from: fresh,
        to: last,
        everyMs: PACED_INTERVAL_MS,
      });
      console.log(`The same polled every second, as deployed: p50 ${p50} ms, p90 ${p90} ms`);
      for (const line of describeMonth(paced, kinds)) console.log(line);
    });
  } finally {
    await node.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

const sumUp = (kinds: ReadonlyMap<string, Kind>): Kind =>
  [...kinds.values()].reduce((a, b) => ({
    blocks: a.blocks + b.blocks,
    txs: a.txs + b.txs,
    units: a.units + b.units,
    blockUnits: a.blockUnits + b.blockUnits,
  }));

async function withService(dir: string, pChain: object, use: (service: Service) => Promise<void>): Promise<void> {
  const plans = { pro: { rate: 100_000, burst: 100_000, quotaPerDay: 1_000_000_000 } };
  rmSync(join(dir, 'data', 'ready.json'), { force: true });
  const { child, ready } = await startService(dir, {
    chains: [],
    pChains: [pChain],
    plans,
    openEndpoints: { rate: 100_000, burst: 100_000 },
  });
  try {
    await use({ dir, ready, pid: child.pid });
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
}

async function catchUp({ dir, ready }: Service, last: number): Promise<{ perSecond: number; units: number }> {
  const look = () => indexedBlock(ready, `p-chain-${NETWORK}`);
  const [first, began] = [await look(), performance.now()];
  while ((await look()) < last) await sleep(50);
  const seconds = (performance.now() - began) / 1_000;
  await sleep(METRICS_DELAY_MS);
  return { perSecond: (last - first) / seconds, units: getTotal(readings(dir), USED.writeUnits) };
}

const readings = (dir: string) =>
  logLines(dir).filter((line) => USED.writeUnits in line || METRIC.indexedBlocks in line);

interface Pace {
  readonly from: number;
  readonly to: number;
  readonly everyMs: number;
}

async function freshness({ ready }: Service, accept: Accept, { from, to, everyMs }: Pace) {
  const headers = { 'x-service-api-key': ready.apiKeys.pro };
  const times: number[] = [];
  for (let height = from + 1; height <= to; height++) {
    const at = performance.now();
    accept(height);
    const url = `${ready.dataUrl}/v1/networks/${NETWORK}/blockchains/p-chain/blocks/${height}`;
    while ((await fetch(url, { headers })).status !== 200) await sleep(5);
    times.push(performance.now() - at);
    await sleep(Math.max(0, everyMs - (performance.now() - at)));
  }
  times.sort((a, b) => a - b);
  const atShare = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(0);
  return { p50: atShare(0.5), p90: atShare(0.9) };
}

async function pacedUse(service: Service, accept: Accept, pace: Pace) {
  const { dir, ready } = service;
  await sleep(METRICS_DELAY_MS);
  const [logged, before] = [readings(dir).length, await getCalls(ready)];
  const fresh = await freshness(service, accept, pace);
  const calls = await getCalls(ready);
  await sleep(METRICS_DELAY_MS);
  const lines = readings(dir).slice(logged);
  const made = (...names: string[]) => names.reduce((sum, name) => sum + (calls[name] ?? 0) - (before[name] ?? 0), 0);
  const blocks = pace.to - pace.from;
  const indexed = getTotal(lines, METRIC.indexedBlocks);
  const paced: Paced = {
    blocks,
    seconds: (blocks * pace.everyMs) / 1_000,
    writeUnits: (getTotal(lines, USED.writeUnits) * blocks) / indexed,
    nodeCalls: (getTotal(lines, USED.nodeCalls) * blocks) / indexed,
    s3Writes: made('s3:PutObject'),
    s3Reads: made('s3:GetObject', 's3:HeadObject'),
    busCalls: made('events:PutEvents'),
  };
  return { paced, ...fresh };
}
