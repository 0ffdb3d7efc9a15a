import { existsSync, readdirSync, statSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import { ClassicLevel } from 'classic-level';
import { copyLevel } from '../backup';
import { type Break, createCallLog } from '../calls';
import { describeDamage, describeDiskFailure } from '../disk-failure';
import { createGuard } from '../guard';
import { close, listen } from '../http';
import { createJudge, type Policies } from '../iam/roles';
import { reportDiskFailure, serveParent } from '../thread';
import { type Answerer, createAnswerer } from './answer';
import { createDisk, type Disk } from './disk';
import type { Table } from './dynalite';
import { createFaults } from './faults';
import { createDynamoServer, servePort } from './server';
import { createStore, type Store } from './store';
import { sweep } from './sweep';

/**
 * LevelDB's in-memory write buffer; it fills a second one while it flushes. With the default of 4 MB it compacts tables
 * most of the time.
 */
const WRITE_BUFFER_BYTES = 12 * 1024 * 1024;
/** DynamoDB only promises expiry within days; tests and demos need to see items expire. */
const SWEEP_INTERVAL_MS = 10_000;

/** DynamoDB behavior that local mode simulates only on request. */
export interface Trouble {
  /** Age of eventually consistent reads, ms. */
  readonly staleReadsMs?: number;
  /** true: some calls are throttled, fail, conflict, or process a batch partly. */
  readonly faults?: boolean;
}

interface Opening {
  readonly directory: string;
  readonly tables: readonly Table[];
  readonly policies: Policies;
  readonly token: string;
  readonly trouble: Trouble;
}

const calls = createCallLog();
/** Resumes writes after a backup. */
let thaw: (() => void) | undefined;
let running:
  | {
      readonly directory: string;
      readonly store: Store;
      readonly disk: Disk;
      readonly answer: Answerer;
      readonly server: Server;
      readonly sweeper: NodeJS.Timeout;
    }
  | undefined;

/** A non-empty table or log. A kill during the very first start leaves neither. */
const isFilled = (file: string): boolean => /\.(ldb|log)$/.test(file) && statSync(file).size > 0;

serveParent({
  /**
   * Opens the store, declares the tables and returns the endpoint's port. Throws if the directory is damaged or in use.
   */
  async open({ directory, tables, policies, token, trouble: { staleReadsMs, faults } }: Opening): Promise<number> {
    // Without CURRENT, LevelDB would start a new store and delete the old tables.
    const files = existsSync(directory) ? readdirSync(directory) : [];
    if (!files.includes('CURRENT') && files.some((name) => isFilled(join(directory, name))))
      throw new Error(describeDamage('CURRENT is missing', directory));
    const db = new ClassicLevel(directory, { writeBufferSize: WRITE_BUFFER_BYTES });
    await db.open().catch((error: Error) => {
      const reason = describeDiskFailure(error, directory);
      throw new Error(
        reason ??
          `Cannot open ${directory}; if another runner uses it, stop that one. (${String(error.cause ?? error)})`,
      );
    });
    const onError = (error: unknown) => reportDiskFailure(error, directory);
    const store = createStore(db, staleReadsMs);
    for (const table of tables) await store.createTable(table);
    const disk = createDisk(directory);
    const answer = createAnswerer(
      store,
      calls,
      createJudge(policies),
      disk,
      onError,
      faults ? createFaults(store.find) : undefined,
    );
    const server = createDynamoServer(answer, createGuard(token));
    const sweeper = setInterval(() => {
      sweep(store, Date.now() / 1000).catch((error) => {
        onError(error);
        console.error(`Sweep of expired items failed: ${error}`);
      });
    }, SWEEP_INTERVAL_MS);
    running = { directory, store, disk, answer, server, sweeper };
    return listen(server, 0, 'DynamoDB');
  },
  /** Serves a worker thread's message port. */
  connect(port: MessagePort): void {
    if (running) servePort(port, running.answer);
  },
  calls: () => calls.counts,
  arm: (target: Break) => calls.arm(target),
  /** Resolves when all earlier writes are on disk. */
  synced: () => running?.disk.synced(),
  /** Copies the files, and pauses writes until `thaw`. */
  async freeze(to: string): Promise<void> {
    const { store, directory } = running ?? {};
    if (!store || !directory) return;
    const { promise: paused, resolve } = Promise.withResolvers<void>();
    thaw = resolve;
    await new Promise<void>((frozen) => {
      void store.exclusive(() => {
        frozen();
        return paused;
      });
    });
    await copyLevel(directory, to);
  },
  thaw: () => thaw?.(),
  async close() {
    if (!running) return;
    clearInterval(running.sweeper);
    await close(running.server);
    await running.store.exclusive(async () => undefined);
    await running.disk.close();
    await running.store.close();
  },
});
