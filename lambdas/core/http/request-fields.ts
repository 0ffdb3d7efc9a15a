import type { APIGatewayProxyEvent } from 'aws-lambda';

/** What every log line says of its request: who asked for what, and never the key. */
export const requestFields = (
  endpoint: string,
  { requestContext, pathParameters }: Pick<APIGatewayProxyEvent, 'requestContext' | 'pathParameters'>,
) => ({
  requestId: requestContext?.requestId,
  endpoint,
  chain: pathParameters?.chainId ?? pathParameters?.blockchainId ?? pathParameters?.network,
  plan: requestContext?.authorizer?.plan,
  owner: requestContext?.authorizer?.ownerId,
  keyId: requestContext?.identity?.apiKeyId,
});
