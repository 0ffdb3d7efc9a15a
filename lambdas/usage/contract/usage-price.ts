import { toDollars } from '../../core/contract/prices';

/** What counting requests takes of the table. */
export interface CountingUnits {
  readonly readUnits: number;
  readonly writeUnits: number;
}
/** Firehose charges a record as so many GB, however small it is. */
const RECORD_GB = (5 * 1_024) / 2 ** 30;
/** Calls of a queue for a message: it is sent, received and deleted. */
const QUEUE_CALLS = 3;
/** What a run of the function takes that counts an object: seconds at 0.5 GB, and GB of its log. */
const RUN = { gbSecond: 0.2 * 0.5, logGb: 1.5e-6 };

/** US dollars for logging and counting requests that came in so many objects of the access log. */
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
