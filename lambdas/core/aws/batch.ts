import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type * as z from 'zod';
import { log } from '../runtime/log';
import { flushSpans } from '../telemetry/active-span';
import { inStepSpan } from '../telemetry/root-spans';
import type { Step } from '../telemetry/span';

interface BatchSettings<T> {
  /** The log message. */
  readonly failure: string;
  readonly atOnce?: boolean;
  /** By default, each message has a trace of its own. */
  readonly toStep?: (message: T, record: SQSRecord) => Step;
}

/** Only then may the span have an ID that others derive: IDs must not repeat. */
export const isFirstReceipt = ({ attributes }: SQSRecord): boolean => attributes?.ApproximateReceiveCount === '1';

const ownTrace = (): Step => ({ name: 'process message', kind: 'consumer', subjects: [] });

/** Redelivers each message that mismatches the schema, throws or returns `false`. Call last: it also sends the spans. */
export const processBatch = <T>(...args: Parameters<typeof processMessages<T>>): Promise<SQSBatchResponse> =>
  processMessages(...args).finally(flushSpans);

/** For functions that go on after their messages, and send the spans at the end. */
export async function processMessages<T>(
  { Records }: SQSEvent,
  schema: z.ZodType<T>,
  { failure, atOnce = false, toStep = ownTrace }: BatchSettings<T>,
  work: (message: T, record: SQSRecord) => Promise<unknown>,
): Promise<SQSBatchResponse> {
  const batchItemFailures: { itemIdentifier: string }[] = [];
  const processRecord = async (record: SQSRecord) => {
    const { messageId, body } = record;
    try {
      const message = schema.parse(JSON.parse(body));
      const step = () => toStep(message, record);
      const isDone = await inStepSpan(step, () => work(message, record));
      if (isDone === false) batchItemFailures.push({ itemIdentifier: messageId });
    } catch (error) {
      log.error(failure, { messageId, body, error });
      batchItemFailures.push({ itemIdentifier: messageId });
    }
  };
  if (atOnce) await Promise.all(Records.map(processRecord));
  else for (const record of Records) await processRecord(record);
  return { batchItemFailures };
}
