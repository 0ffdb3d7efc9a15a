import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type HttpRequest, HttpResponse } from '@smithy/core/protocols';
import { createDynamoClient, type DynamoClient } from '../../../lambdas/core/table/dynamo-client';
import { isApiError } from '../../../local/dynamodb/api-error';

type Body = Record<string, unknown>;
/** Throws an `ApiError` to reject a call. */
export type Answers = (call: string, request: Body) => unknown;

/** The service's own client; requests go to `answers` instead of the network. */
export const clientOver = (answers: Answers): DynamoClient => createDynamoClient(settingsOver(answers));

export const documentsOver = (answers: Answers): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(new DynamoDBClient(settingsOver(answers)), {
    marshallOptions: { removeUndefinedValues: true },
  });

function settingsOver(answers: Answers) {
  const handle = async ({ headers, body }: HttpRequest) => {
    const call = String(headers['x-amz-target']).replace('DynamoDB_20120810.', '');
    const text = typeof body === 'string' ? body : new TextDecoder().decode(body as Uint8Array);
    const request = JSON.parse(text) as Body;
    const { statusCode, json } = await getAnswer(answers, call, request);
    return { response: new HttpResponse({ statusCode, body: Buffer.from(JSON.stringify(json)) }) };
  };
  const requestHandler = { handle } as unknown as NonNullable<DynamoDBClientConfig['requestHandler']>;
  return { region: 'us-east-1', credentials: { accessKeyId: 'test', secretAccessKey: 'test' }, requestHandler };
}

async function getAnswer(
  answers: Answers,
  call: string,
  request: Body,
): Promise<{ statusCode: number; json: unknown }> {
  try {
    return { statusCode: 200, json: await answers(call, request) };
  } catch (error) {
    if (!isApiError(error)) throw error;
    return { statusCode: error.statusCode, json: error.body };
  }
}
