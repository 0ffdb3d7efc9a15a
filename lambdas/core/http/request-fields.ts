import type { APIGatewayProxyEvent } from 'aws-lambda';

/** Logged with every request. Never contains the key itself. */
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
