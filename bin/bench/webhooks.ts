import { setTimeout as sleep } from 'node:timers/promises';
import type { DeliveryCounts } from '../docs/cost';
import { type Usage, type WebhookWorld, watchedAddress, withWebhookWorld } from './webhook-world';

const [MESSAGES, BLOCK_INTERVAL_MS] = [300, 200];
const [BURST, PER_BLOCK] = [2_000, 100];
const FIFTY = Array.from({ length: 50 }, (_, n) => `of fifty ${n}`);
const getPath = (kind: string, name: string): string => `/${kind}/${name.replaceAll(' ', '-')}`;
const NEIGHBOURS = 20;
const PULLERS = 100;
const TITLE =
  '\nWebhooks                                             p50 ms   p99 ms   per second   and per message: requests   RRU   WRU   SQS calls   function ms   CPU ms';
/** Of a row: 5,000 messages to a receiver with two seconds of latency take more than half an hour. */
const TIMEOUT_MS = 3_600_000;

interface Sent {
  readonly mined: ReadonlyMap<string, number>;
  readonly paths: readonly string[];
}

/** Paced, in bursts, and next to slow and dead receivers. `most`: the largest burst to a slow receiver. */
export async function benchWebhooks(most: number): Promise<void> {
  console.log(TITLE);
  for (const pollIntervalMs of [1_000, 100])
    await withWebhookWorld(pollIntervalMs, async (world) => {
      const title = (text: string) => `${text}, polled every ${pollIntervalMs} ms`;
      await world.register('/well/paced', watchedAddress('paced'));
      await row(world, title('the first message'), () => paced(world, 'paced', 1));
      await row(world, title('paced'), () => paced(world, 'paced', MESSAGES));
    });
  await withWebhookWorld(100, async (world) => {
    await world.register('/well/one', watchedAddress('one'));
    for (const name of FIFTY) await world.register(getPath('well', name), watchedAddress(name));
    // The first burst hits cold functions.
    for (const again of ['', ', again']) {
      await row(world, `${BURST} messages to one receiver${again}`, () => burst(world, ['one'], BURST));
      await row(world, `${BURST} messages to fifty receivers${again}`, () => burst(world, FIFTY, BURST));
    }
  });
  await withWebhookWorld(100, async (world) => {
    await world.register('/well/healthy', watchedAddress('healthy'));
    await row(world, 'a healthy receiver alone', () => paced(world, 'healthy', MESSAGES));
    for (let n = 0; n < NEIGHBOURS; n++) {
      await world.register(`/slow5000/${n}`, watchedAddress('neighbours'));
      await world.register(n % 2 === 0 ? 'http://127.0.0.1:9/' : `/silent/${n}`, watchedAddress('neighbours'));
    }
    await row(world, `… next to ${NEIGHBOURS} slow (5 s) and ${NEIGHBOURS} dead ones`, () =>
      paced(world, 'healthy', MESSAGES, 'neighbours'),
    );
  });
  await withWebhookWorld(100, async (world) => {
    await world.register('/well/healthy', watchedAddress('healthy'));
    await world.register('/slow5000/burst', watchedAddress('burst'));
    await burst(world, ['burst'], 1_000);
    await row(world, '… next to a burst of 1,000 to a slow one (5 s)', () => paced(world, 'healthy', MESSAGES));
  });
  for (const count of [1, 100, 5_000]) if (count <= most) await benchSlowBurst(count);
}

/** A burst beside waiting pullers, and to a webhook whose messages are sent in order. */
export async function benchFeeds(): Promise<void> {
  console.log(TITLE);
  await withWebhookWorld(100, async (world) => {
    await world.register('/well/one', watchedAddress('one'));
    await world.register('/well/ordered', watchedAddress('ordered'), { order: 'chain' });
    await burst(world, ['one'], 200);
    for (let round = 0; round < 3; round++) {
      await row(world, `${BURST} messages to one receiver`, () => burst(world, ['one'], BURST));
      const stop = await world.pull(PULLERS);
      await row(world, `… beside ${PULLERS} waiting pullers`, () => burst(world, ['one'], BURST));
      await stop();
    }
    await row(world, '500 messages in chain order', () => burst(world, ['ordered'], 500));
  });
}

/** Per message in matcher and sender: in a burst to 50 receivers, and alone in its block. */
export async function countMessages(): Promise<Record<'burst' | 'alone', DeliveryCounts>> {
  const counted = {} as Record<'burst' | 'alone', DeliveryCounts>;
  await withWebhookWorld(1_000, async (world) => {
    for (const name of ['paced', ...FIFTY]) await world.register(getPath('well', name), watchedAddress(name));
    const count = async (name: keyof typeof counted, work: () => Promise<Sent>) => {
      const before = await world.usage();
      const sent = await work();
      await arrived(world, sent);
      const after = await world.usage();
      const each = (of: keyof Usage) => (after[of] - before[of]) / sent.mined.size;
      counted[name] = {
        readUnits: each('readUnits'),
        writeUnits: each('writeUnits'),
        queueCalls: each('queueCalls'),
        ms: each('ms'),
      };
    };
    await paced(world, 'paced', 1);
    await count('alone', () => paced(world, 'paced', 50));
    await count('burst', () => burst(world, FIFTY, BURST));
  });
  return counted;
}

async function benchSlowBurst(count: number): Promise<void> {
  await withWebhookWorld(100, async (world) => {
    await world.register('/slow2000/burst', watchedAddress('burst'));
    await row(world, `${count} messages to a receiver with 2 s latency`, () =>
      burst(world, ['burst'], count, 'slow2000'),
    );
  });
}

/** One transfer per block, each with another to the address `others`, if given. */
async function paced(world: WebhookWorld, name: string, count: number, others?: string): Promise<Sent> {
  const mined = new Map<string, number>();
  for (let n = 0; n < count; n++) {
    if (others !== undefined) await world.transfer(watchedAddress(others));
    // The node responds once the transaction is mined.
    mined.set(await world.transfer(watchedAddress(name)), performance.now());
    await sleep(BLOCK_INTERVAL_MS);
  }
  return { mined, paths: [`/well/${name}`] };
}

/** Transfers to the addresses in turn, all pending before the first block, then mined without pauses. */
async function burst(world: WebhookWorld, names: readonly string[], count: number, kind = 'well'): Promise<Sent> {
  await world.automine(false);
  await world.transfersPerBlock(PER_BLOCK);
  const hashes: string[] = [];
  for (let n = 0; n < count; n++) hashes.push(await world.transfer(watchedAddress(names[n % names.length] ?? '')));
  const mined = new Map<string, number>();
  for (let n = 0; n < count; n += PER_BLOCK) {
    await world.mine();
    for (const hash of hashes.slice(n, n + PER_BLOCK)) mined.set(hash, performance.now());
  }
  await world.automine(true);
  return { mined, paths: names.map((name) => getPath(kind, name)) };
}

async function arrived(world: WebhookWorld, { mined, paths }: Sent): Promise<(hash: string) => number | undefined> {
  const arrivedAt = (hash: string) =>
    paths.map((path) => world.arrivals(path).get(hash)).find((at) => at !== undefined);
  for (const end = performance.now() + TIMEOUT_MS; ; await sleep(20)) {
    if ([...mined.keys()].every((hash) => arrivedAt(hash) !== undefined)) return arrivedAt;
    if (performance.now() > end) throw new Error('timed out waiting for messages');
  }
}

async function row(world: WebhookWorld, title: string, work: () => Promise<Sent>): Promise<void> {
  const before = await world.usage();
  const sent = await work();
  const { mined } = sent;
  const began = Math.min(...mined.values());
  const arrivedAt = await arrived(world, sent);
  const last = Math.max(...[...mined.keys()].map((hash) => arrivedAt(hash) ?? 0));
  const after = await world.usage();
  const waits = [...mined].map(([hash, at]) => (arrivedAt(hash) ?? 0) - at).toSorted((a, b) => a - b);
  const each = (name: keyof Usage) => (after[name] - before[name]) / mined.size;
  console.log(
    [
      title.padEnd(50),
      (waits[Math.floor(waits.length / 2)] ?? 0).toFixed(0).padStart(8),
      (waits[Math.floor(waits.length * 0.99)] ?? 0).toFixed(0).padStart(8),
      ((mined.size / (last - began)) * 1_000).toFixed(0).padStart(12),
      each('requests').toFixed(2).padStart(27),
      each('readUnits').toFixed(2).padStart(5),
      each('writeUnits').toFixed(2).padStart(5),
      each('queueCalls').toFixed(2).padStart(11),
      each('ms').toFixed(1).padStart(13),
      (each('cpuSeconds') * 1_000).toFixed(1).padStart(8),
    ].join(' '),
  );
}
