import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { runtimeConfig } from '../../core/config/runtime';
import { NodeDown } from '../../core/node/errors';
import { createDeps } from '../serving/deps';
import { jsonAnswer, withRequestId } from '../serving/transport';

const { heads } = createDeps();

type Check =
  | { readonly message: { readonly height?: string }; readonly timestamp: string }
  | { readonly error: string; readonly timestamp: string };

/** Same format as avalanchego's `/ext/health`: 200 if all nodes answer, 503 otherwise. */
export async function handler(event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  const checks = await Promise.all(
    runtimeConfig().pChains.map(async ({ network }) => [network, await getCheck(network)] as const),
  );
  const healthy = checks.every(([, check]) => !('error' in check));
  const body = `${JSON.stringify({ checks: Object.fromEntries(checks), healthy })}\n`;
  return withRequestId(event, jsonAnswer(body, healthy ? 200 : 503));
}

async function getCheck(network: string): Promise<Check> {
  const timestamp = () => new Date().toISOString();
  try {
    const { height } = await heads(network);
    return { message: height === undefined ? {} : { height }, timestamp: timestamp() };
  } catch (error) {
    if (error instanceof NodeDown) return { error: error.message, timestamp: timestamp() };
    throw error;
  }
}
