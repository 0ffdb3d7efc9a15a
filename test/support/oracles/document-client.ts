import {
  BatchGetCommand,
  type BatchGetCommandInput,
  BatchWriteCommand,
  type BatchWriteCommandInput,
  DeleteCommand,
  type DeleteCommandInput,
  type DynamoDBDocumentClient,
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
import type { Action } from '../../../lambdas/core/table/dynamo-client';
import type { Fields } from '../../../lambdas/core/table/dynamo-json';
import { documentsOver } from '../tables/client-over';

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

export async function askedBySdk(action: Action, input: Fields, answer: Fields = {}) {
  let sent: Record<string, unknown> = {};
  const documents = documentsOver((_, request) => {
    sent = request;
    return answer;
  });
  const { $metadata: _, ...read } = (await SENDS[action](documents, input as never)) as Record<string, unknown>;
  return { sent, read };
}
