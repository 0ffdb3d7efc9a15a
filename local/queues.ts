import { REGION } from './identities';

export interface Message {
  readonly MessageId: string;
  readonly ReceiptHandle: string;
  readonly Body: string;
  readonly MD5OfBody: string;
  readonly Attributes: Record<string, string>;
  readonly MessageAttributes?: Record<string, Record<string, unknown>>;
}

export function createQueueClient(endpoint: string, token: string) {
  return async <Result>(action: string, body: Record<string, unknown>, signal?: AbortSignal): Promise<Result> => {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': `AmazonSQS.${action}`,
        // SQS reads the region from this header; the signature is not checked.
        authorization: `AWS4-HMAC-SHA256 Credential=${token}/20260101/${REGION}/sqs/aws4_request, SignedHeaders=host, Signature=0`,
      },
      body: JSON.stringify(body),
      ...(signal ? { signal } : {}),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`sqs:${action} failed with ${response.status}: ${text}`);
    return JSON.parse(text || '{}') as Result;
  };
}

export type QueueClient = ReturnType<typeof createQueueClient>;
