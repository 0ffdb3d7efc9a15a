import { randomUUID } from 'node:crypto';
import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  DeleteItemCommand,
  DynamoDBClient,
  type DynamoDBClientConfig,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { AwsJson1_0Protocol } from '@aws-sdk/core/protocols';
import { SignatureV4 } from '@smithy/signature-v4';
import { createClient } from '../aws/clients';
import { type Fields, readAnswer, requestJson } from './dynamo-json';

const COMMANDS = {
  GetItem: GetItemCommand,
  PutItem: PutItemCommand,
  UpdateItem: UpdateItemCommand,
  DeleteItem: DeleteItemCommand,
  BatchGetItem: BatchGetItemCommand,
  BatchWriteItem: BatchWriteItemCommand,
  Query: QueryCommand,
  TransactWriteItems: TransactWriteItemsCommand,
};
export type Action = keyof typeof COMMANDS;

export type Answer = Fields & { readonly $metadata: { readonly attempts?: number } };

/** DynamoDB, or an in-memory store in tests. `input` has the fields of the API, with items as plain values. */
export interface DynamoClient {
  /** Throws a DynamoDBServiceException, the abort reason of `signal`, or Node's error without a response. */
  call(action: Action, input: Fields, signal?: AbortSignal): Promise<Answer>;
}

/** In local mode, worker threads send requests to the store's thread, unsigned. */
const localSettings = (): Pick<DynamoDBClientConfig, 'requestHandler' | 'signer'> =>
  Reflect.get(globalThis, Symbol.for('chain-data-service.dynamodb')) ?? {};

export function createDynamoClient(
  own: Pick<DynamoDBClientConfig, 'region' | 'endpoint' | 'credentials' | 'requestHandler'> = {},
): DynamoClient {
  let signer: SignatureV4 | undefined;
  const client: DynamoDBClient = createClient(DynamoDBClient, {
    protocol: ItemProtocol,
    // By default the SDK creates a signer, and with it a copy of the whole configuration, for each request.
    signer: async () => {
      const { credentials, region, sha256 } = client.config;
      signer ??= new SignatureV4({ service: 'dynamodb', credentials, region, sha256 });
      return signer;
    },
    ...localSettings(),
    ...own,
  });
  return {
    async call(action, input, signal) {
      // Makes retries idempotent. `ItemProtocol` replaces the serializer that would add it.
      const token = action === 'TransactWriteItems' ? { ClientRequestToken: randomUUID() } : {};
      // Typed for attribute values, but `ItemProtocol` takes plain ones.
      const command = new (COMMANDS[action] as typeof GetItemCommand)({ ...input, ...token } as never);
      try {
        return (await client.send(command, signal && { abortSignal: signal })) as unknown as Answer;
      } catch (error) {
        // The SDK's AbortError lacks the abort reason.
        signal?.throwIfAborted();
        throw error;
      }
    },
  };
}

/** Items as plain values. The document client rebuilds its middleware for each request, at 50 % more CPU time. */
class ItemProtocol extends AwsJson1_0Protocol {
  private json = '';
  protected override serializer = {
    setSerdeContext() {},
    write: (_schema: unknown, input: unknown) => {
      this.json = requestJson(input as Fields);
    },
    flush: () => this.json,
  };
  protected override deserializer = {
    setSerdeContext() {},
    read: (_schema: unknown, body: string | Uint8Array) =>
      readAnswer(typeof body === 'string' ? body : Buffer.from(body).toString()),
  };
}
