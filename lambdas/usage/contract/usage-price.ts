import { toDollars } from '../../core/contract/prices';

export interface CountingUnits {
  readonly readUnits: number;
  readonly writeUnits: number;
}
/** Firehose bills a record rounded up to 5 kB. */
const RECORD_GB = (5 * 1_024) / 2 ** 30;
/** Send, receive, delete. */
const QUEUE_CALLS = 3;
/** One invocation counts one object: 0.2 seconds at 0.5 GB, and GB of logs. */
const RUN = { gbSecond: 0.2 * 0.5, logGb: 1.5e-6 };

export const countingDollars = (requests: number, objects: number, { readUnits, writeUnits }: CountingUnits): number =>
  toDollars({
    firehoseGb: requests * RECORD_GB,
    s3Write: objects,
    s3Read: objects,
    queueCall: objects * QUEUE_CALLS,
    invocation: objects,
    gbSecond: objects * RUN.gbSecond,
    logGb: objects * RUN.logGb,
    readUnit: readUnits,
    writeUnit: writeUnits,
  });
