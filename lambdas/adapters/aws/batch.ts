import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type * as z from 'zod';

/**
 * Works at each message of a batch, one after another or all at once. What is not of the schema, throws or answers
 * `false` comes again, alone; the log says why. `failure` names it there.
 */
export async function workAt<T>(
  { Records }: SQSEvent,
  schema: z.ZodType<T>,
  { failure, atOnce = false }: { readonly failure: string; readonly atOnce?: boolean },
  work: (message: T, record: SQSRecord) => Promise<unknown>,
): Promise<SQSBatchResponse> {
  const batchItemFailures: { itemIdentifier: string }[] = [];
  const one = async (record: SQSRecord) => {
    const { messageId, body } = record;
    try {
      if ((await work(schema.parse(JSON.parse(body)), record)) === false)
        batchItemFailures.push({ itemIdentifier: messageId });
    } catch (error) {
      const detail = error instanceof Error ? error.stack : String(error);
      console.error({ message: failure, messageId, body, error: detail });
      batchItemFailures.push({ itemIdentifier: messageId });
    }
  };
  if (atOnce) await Promise.all(Records.map(one));
  else for (const record of Records) await one(record);
  return { batchItemFailures };
}
