import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  type BatchGetCommandInput,
  BatchWriteCommand,
  type BatchWriteCommandInput,
  DeleteCommand,
  type DeleteCommandInput,
  DynamoDBDocumentClient,
  GetCommand,
  type GetCommandInput,
  PutCommand,
  type PutCommandInput,
  QueryCommand,
  type QueryCommandInput,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import type { Action } from '../../../lambdas/adapters/dynamo/dynamo-client';
import type { Fields } from '../../../lambdas/adapters/dynamo/dynamo-json';

type Send = (client: DynamoDBDocumentClient, input: never) => Promise<object>;
const SENDS: Readonly<Record<Action, Send>> = {
  GetItem: (client, input: GetCommandInput) => client.send(new GetCommand(input)),
  PutItem: (client, input: PutCommandInput) => client.send(new PutCommand(input)),
  UpdateItem: (client, input: UpdateCommandInput) => client.send(new UpdateCommand(input)),
  DeleteItem: (client, input: DeleteCommandInput) => client.send(new DeleteCommand(input)),
  BatchGetItem: (client, input: BatchGetCommandInput) => client.send(new BatchGetCommand(input)),
  BatchWriteItem: (client, input: BatchWriteCommandInput) => client.send(new BatchWriteCommand(input)),
  Query: (client, input: QueryCommandInput) => client.send(new QueryCommand(input)),
  TransactWriteItems: (client, input: TransactWriteCommandInput) => client.send(new TransactWriteCommand(input)),
};

/** AWS's document client: the JSON that it sends for an input, and what it makes of `answer`, which is DynamoDB JSON. */
export async function askedBySdk(action: Action, input: Fields, answer: Fields = {}) {
  let sent: unknown;
  const handle = async ({ body }: { readonly body: Uint8Array }) => {
    sent = JSON.parse(new TextDecoder().decode(body));
    const headers = { 'content-type': 'application/x-amz-json-1.0' };
    return { response: { statusCode: 200, headers, body: Buffer.from(JSON.stringify(answer)) } };
  };
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
  const client = new DynamoDBClient({ region: 'us-east-1', credentials, requestHandler: { handle } as never });
  const documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
  const { $metadata: _, ...read } = (await SENDS[action](documents, input as never)) as Record<string, unknown>;
  return { sent: sent as Record<string, unknown>, read };
}
