import type { BatchResultErrorEntry } from '@aws-sdk/client-sqs';

/** SQS's limit for one request. */
export const MAX_BATCH_MESSAGES = 10;

export function takenAll(
  { Failed = [] }: { readonly Failed?: BatchResultErrorEntry[] | undefined },
  verb: string,
): void {
  if (Failed.length > 0) throw new Error(`queue ${verb} ${Failed.length} messages: ${Failed[0]?.Code}`);
}
