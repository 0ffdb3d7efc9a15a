import { randomUUID } from 'node:crypto';
import { type ClientSettings, openJsonClient } from '../aws/json-client';
import { type Fields, readAnswer, requestJson } from './dynamo-json';

/** The actions that the table uses. */
export type Action =
  | 'GetItem'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'BatchGetItem'
  | 'BatchWriteItem'
  | 'Query'
  | 'TransactWriteItems';

/** An answer with its items as plain values, and how often it was asked for, as AWS's SDK says it. */
export type Answer = Record<string, unknown> & { readonly $metadata: { readonly attempts: number } };

/** Calls DynamoDB, or an in-memory store in tests. `input` has the API's fields, with items as plain values. */
export interface DynamoClient {
  /** Throws an AwsError with the name of the API's error, or Node's own if there is no answer. */
  call(action: Action, input: Fields, signal?: AbortSignal): Promise<Answer>;
}

/** A client of the DynamoDB API that reads and writes plain values. A transaction keeps its token when it is repeated. */
export function openDynamoClient(settings?: ClientSettings): DynamoClient {
  const client = openJsonClient('dynamodb', settings);
  return {
    async call(action, input, signal) {
      const given = action === 'TransactWriteItems' ? { ...input, ClientRequestToken: randomUUID() } : input;
      const { answer, attempts } = await client.send(action, requestJson(given), signal);
      return { ...readAnswer(answer), $metadata: { attempts } };
    },
  };
}
