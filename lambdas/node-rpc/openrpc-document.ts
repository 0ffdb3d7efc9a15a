import { readFileSync } from 'node:fs';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { jsonAnswer } from './transport';

let document: string | undefined;

/** The OpenRPC document, which the build writes beside the functions. */
export async function handler(): Promise<APIGatewayProxyResult> {
  document ??= readFileSync(new URL('./openrpc.json', import.meta.url), 'utf8');
  const answer = jsonAnswer(document);
  return { ...answer, headers: { ...answer.headers, 'cache-control': 'public, max-age=300' } };
}
