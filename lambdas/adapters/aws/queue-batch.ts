import type { BatchResultErrorEntry } from '@aws-sdk/client-sqs';

/** SQS's limit for one request. */
export const MAX_BATCH_MESSAGES = 10;

/** Throws if a queue did not take all entries of a batch. `what`: what it did with the others. */
export function takenAll(
  { Failed = [] }: { readonly Failed?: BatchResultErrorEntry[] | undefined },
  what: string,
): void {
  if (Failed.length > 0) throw new Error(`queue ${what} ${Failed.length} messages: ${Failed[0]?.Code}`);
}
