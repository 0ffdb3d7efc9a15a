import type { Server } from 'node:http';
import { ClassicLevel } from 'classic-level';
import { type Break, createCallLog } from '../calls';
import { close, listen } from '../http';
import { createJudge, type Policies } from '../iam/roles';
import { serveParent } from '../thread';
import { type Disk, openDisk } from './disk';
import type { Table } from './dynalite';
import { createDynamoServer } from './server';
import { createStore, type Store } from './store';
import { sweep } from './sweep';

/** DynamoDB only promises days; tests and demos should see items expire. */
const SWEEP_INTERVAL_MS = 10_000;

interface Opening {
  readonly directory: string;
  readonly tables: readonly Table[];
  readonly policies: Policies;
}

const calls = createCallLog();
let running:
  | { readonly store: Store; readonly disk: Disk; readonly server: Server; readonly sweeper: NodeJS.Timeout }
  | undefined;

serveParent({
  /** Opens the store, declares the tables and returns the port of the endpoint. */
  async open({ directory, tables, policies }: Opening): Promise<number> {
    const db = new ClassicLevel(directory);
    await db.open().catch((error: Error) => {
      throw new Error(
        `Cannot open ${directory}; if another runner uses it, stop that one. (${String(error.cause ?? error)})`,
      );
    });
    const store = createStore(db);
    for (const table of tables) await store.createTable(table);
    const disk = openDisk(directory);
    const server = createDynamoServer(store, calls, createJudge(policies), disk);
    const sweeper = setInterval(() => {
      sweep(store, Date.now() / 1000).catch((error) => console.error('The sweep of expired items failed:', error));
    }, SWEEP_INTERVAL_MS);
    running = { store, disk, server, sweeper };
    return listen(server, 0, 'DynamoDB');
  },
  calls: () => calls.counts,
  arm: (target: Break) => calls.arm(target),
  /** Returns when everything written before is on disk. */
  synced: () => running?.disk.synced(),
  async close() {
    if (!running) return;
    clearInterval(running.sweeper);
    await close(running.server);
    await running.store.exclusive(async () => undefined);
    await running.disk.close();
    await running.store.close();
  },
});
