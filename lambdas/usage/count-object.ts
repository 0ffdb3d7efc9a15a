import { createHash } from 'node:crypto';
import { inParallel } from '../core/runtime/concurrency';
import { parseAccessRecord } from './contract/access-log';
import { getTally } from './domain/tally';
import { type CountedRequest, countedRequest, NO_OWNER, type UsageSettings } from './domain/usage';
import type { requestLogWriter } from './rows/request-log';
import type { usageHourWriter } from './rows/usage-hours';

export interface CountDeps {
  readonly hours: ReturnType<typeof usageHourWriter>;
  readonly log: ReturnType<typeof requestLogWriter>;
  readonly settings: UsageSettings;
}

const HOUR_MS = 3_600_000;
const ID_BYTES = 8;
const MAX_PARALLEL = 8;

interface Counted {
  readonly counted: number;
  readonly unreadable: number;
}

/** Idempotent: every item records the ID (hash of `name`) of the objects added to it. */
export async function countObject(name: string, text: string, { hours, log, settings }: CountDeps): Promise<Counted> {
  const id = createHash('sha256').update(name).digest().subarray(0, ID_BYTES);
  const lines = text.split('\n').filter((line) => line !== '');
  const requests = lines.flatMap((line) => {
    const record = parseAccessRecord(line);
    return record ? [countedRequest(record, settings)] : [];
  });
  const groups = Map.groupBy(requests, ({ owner, at, keyId, chain }) =>
    [owner, Math.floor(at / HOUR_MS), keyId, chain].join('#'),
  );
  await inParallel([...groups.values()], MAX_PARALLEL, async (group) => {
    const [first] = group;
    if (first) await hours.add(getRef(first), getTally(group), id);
  });
  const owners = Map.groupBy(requests, ({ owner }) => owner);
  // Requests without a key have no owner who could read the log.
  owners.delete(NO_OWNER);
  await inParallel([...owners], MAX_PARALLEL, ([owner, own]) =>
    log.put(
      owner,
      id,
      own.map(({ owner: _, ...request }) => request),
    ),
  );
  return { counted: requests.length, unreadable: lines.length - requests.length };
}

const getRef = ({ owner, at, keyId, chain }: CountedRequest) => ({
  owner,
  hour: Math.floor(at / HOUR_MS),
  key: keyId,
  chain,
});
