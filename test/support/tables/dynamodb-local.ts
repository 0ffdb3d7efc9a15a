import { randomBytes } from 'node:crypto';
import type { Answers } from './client-over';

/** A fresh database: DynamoDB Local has one per access key, and checks no signatures. */
export function dynamoDbLocal(url: string, createTable: object): Answers {
  const caller = `test${randomBytes(8).toString('hex')}/20260101/us-east-1/dynamodb/aws4_request`;
  const send: Answers = async (call, request) => {
    const headers = {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `DynamoDB_20120810.${call}`,
      'x-amz-date': '20260101T000000Z',
      authorization: `AWS4-HMAC-SHA256 Credential=${caller}, SignedHeaders=host, Signature=none`,
    };
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(request) });
    const body = (await response.json()) as Record<string, unknown>;
    if (!response.ok) throw Object.assign(new Error(String(body.message)), { statusCode: response.status, body });
    return body;
  };
  const created = send('CreateTable', { ...createTable, BillingMode: 'PAY_PER_REQUEST' });
  return async (call, request) => {
    await created;
    return send(call, request);
  };
}
