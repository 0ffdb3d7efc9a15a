import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pinSqlite, sqliteIn } from '../backup';
import { type Break, createCallLog } from '../calls';
import { describeDamage } from '../disk-failure';
import { createGuard, REFUSAL } from '../guard';
import { LOOPBACK } from '../http';
import { createJudge, type Policies } from '../iam/roles';
import { reportDiskFailure, serveParent } from '../thread';
import { getObject } from './access';
import { callName } from './call-name';
import { checkAccess, checkExpiry, checkWriteCondition } from './conditions';
import { type CorsRule, corsHeaders, isPreflight } from './cors';
import { assemble, type Call, declareQueue, getDepths, showSource } from './fauxqs';

export interface QueueDeclaration {
  readonly name: string;
  readonly url: string;
  readonly arn: string;
  readonly attributes: Record<string, string>;
}

export interface BucketDeclaration {
  readonly name: string;
  readonly cors: readonly CorsRule[];
}

interface Declaration {
  readonly queues: readonly QueueDeclaration[];
  readonly buckets: readonly BucketDeclaration[];
  readonly policies: Policies;
}

const calls = createCallLog();
let judge = createJudge({});
let corsRules: ReadonlyMap<string, readonly CorsRule[]> = new Map();
const answering = new WeakMap<Call, () => void>();
let file = '';
/** Set while a backup freezes the storage: calls wait for it. */
let frozen: { readonly until: Promise<void>; readonly thaw: () => void } | undefined;
let pinned: ReturnType<typeof pinSqlite> | undefined;
let parts: Awaited<ReturnType<typeof assemble>> | undefined;

serveParent({
  /** Returns the port that serves SQS and S3. Throws if the data is damaged. */
  async open({ directory, token }: { directory: string; token: string }): Promise<number> {
    const guard = createGuard(token, { presigned: true });
    file = sqliteIn(directory);
    // The table is opened after this store, so if it exists, both did. SQLite treats an empty file as a new database.
    const isUsed = existsSync(join(dirname(directory), 'dynamodb', 'CURRENT'));
    if (isUsed && !statSync(file, { throwIfNoEntry: false })?.size)
      throw new Error(describeDamage('fauxqs.db is empty or missing', directory));
    parts = await assemble(directory);
    const { app, s3 } = parts;
    app.addHook('preHandler', async (call, reply) => {
      if (call.headers.origin !== undefined) {
        const cors = corsHeaders(call, corsRules.get(getObject(call).bucket) ?? []);
        reply.headers(cors);
        if (isPreflight(call)) return reply.code('access-control-allow-origin' in cors ? 200 : 403).send('');
      }
      if (!(await guard(call))) return reply.code(403).send(REFUSAL);
      await frozen?.until;
      const name = callName(call);
      const { fails, done } = calls.enter(
        name,
        name.startsWith('s3:') ? decodeURIComponent(call.url) : JSON.stringify(call.body),
      );
      answering.set(call, done);
      if (fails) return reply.code(500).send('failed on request of a test');
      const denial = checkAccess(call, s3, judge);
      if (denial) calls.deny(name);
      const failure = denial ?? checkExpiry(call, Date.now()) ?? checkWriteCondition(call, s3);
      if (failure) return reply.code(failure.status).send(failure.body);
      return undefined;
    });
    app.addHook('onError', async (_call, _reply, error) => reportDiskFailure(error, directory));
    app.addHook('onSend', async (call, _reply, body) => {
      answering.get(call)?.();
      return callName(call) === 'sqs:ReceiveMessage' ? showSource(body) : body;
    });
    await app.listen({ port: 0, host: LOOPBACK });
    const address = app.server.address();
    if (typeof address !== 'object' || address === null) throw new Error('The SQS and S3 server has no port.');
    return address.port;
  },
  declare({ queues, buckets, policies }: Declaration): void {
    judge = createJudge(policies);
    for (const queue of queues) if (parts) declareQueue(parts.sqs, queue);
    for (const { name } of buckets) parts?.s3.createBucket(name);
    corsRules = new Map(buckets.map(({ name, cors }) => [name, cors]));
  },
  depths: () => (parts ? getDepths(parts.sqs) : {}),
  freeze(): void {
    const { promise: until, resolve: thaw } = Promise.withResolvers<void>();
    frozen = { until, thaw };
    // Left over from a failed backup.
    pinned?.close();
    pinned = pinSqlite(file);
  },
  thaw(): void {
    frozen?.thaw();
    frozen = undefined;
  },
  async copy(to: string): Promise<void> {
    try {
      await pinned?.copy(to);
    } finally {
      pinned?.close();
      pinned = undefined;
    }
  },
  calls: () => calls.counts,
  arm: (target: Break) => calls.arm(target),
  async close() {
    await parts?.app.close();
    parts?.sqs.persistence?.close();
  },
});
