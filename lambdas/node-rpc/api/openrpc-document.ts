import { readFileSync } from 'node:fs';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { jsonAnswer, withRequestId } from '../serving/transport';

let document: string | undefined;

export async function handler(event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  document ??= readFileSync(new URL('./openrpc.json', import.meta.url), 'utf8');
  const answer = jsonAnswer(document);
  return withRequestId(event, { ...answer, headers: { ...answer.headers, 'cache-control': 'public, max-age=300' } });
}
