import { setTimeout as sleep } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import { createThreads, type FunctionThread } from '../../../local/lambda/threads';
import { unreadMetrics } from '../support/unread-metrics';

const WANTED = { name: 'app-Job', module: 'file:///job.mjs' };
const connect = () => new MessageChannel().port1;
const open = (limits: { maxThreads?: number; maxIdleMs?: number }) =>
  createThreads({ memory: 64, connect, token: 'token', ...unreadMetrics(), kept: 1, ...limits }, () => undefined);
const isRunning = async ({ worker }: FunctionThread) => worker.threadId !== -1;

describe('function threads', () => {
  test('threads never exceed their maximum, and a call waits until one is free', async () => {
    const threads = open({ maxThreads: 1 });
    const first = await threads.take(WANTED);
    let second: FunctionThread | undefined;
    const waiting = threads.take(WANTED).then((thread) => {
      second = thread;
    });
    await sleep(1_000); // ten times as long as a call waits for a further thread
    expect(second).toBeUndefined();
    if (first) await threads.give(first);
    await waiting;
    expect(second).toBe(first);
    await threads.stop();
  });

  test('a thread that ends is replaced for a waiting call', async () => {
    const threads = open({ maxThreads: 1 });
    const first = await threads.take(WANTED);
    const second = threads.take(WANTED);
    await sleep(200);
    if (first) await threads.end(first);
    expect((await second)?.worker.threadId).toBeGreaterThan(0);
    await threads.stop();
  });

  test('idle threads end after a burst, except the kept ones', async () => {
    const threads = open({ maxIdleMs: 200 });
    const all: FunctionThread[] = [];
    for (let i = 0; i < 5; i++) {
      const thread = await threads.take(WANTED);
      if (!thread) throw new Error('the threads were stopped');
      // Until a thread has loaded, no further one is started.
      thread.worker.emit('message', 'loaded');
      all.push(thread);
    }
    expect(new Set(all).size).toBe(5);
    for (const thread of all) await threads.give(thread);
    const running = async () => (await Promise.all(all.map(isRunning))).map(Number);
    for (let i = 0; i < 100 && (await running()).includes(1) && (await running()).indexOf(1) < 4; i++) await sleep(50);
    expect(await running()).toEqual([0, 0, 0, 0, 1]);
    await sleep(500);
    expect(await running()).toEqual([0, 0, 0, 0, 1]);
    expect((await threads.take(WANTED)) === all[4]).toBe(true);
    await threads.stop();
  });
});
