import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';

import { env } from '../contract/env';
import { callerOf } from '../contract/key-text';

/** The header that carries the key. */
const HEADER = 'x-service-api-key';

/**
 * Maps the header to an API key, without I/O. API Gateway looks the key up before any handler runs: a key that does not
 * exist, or whose text claims another plan, gets a 401 there. Handlers check that it did.
 */
export const handler = async (event: APIGatewayRequestAuthorizerEvent): Promise<APIGatewayAuthorizerResult> => {
  const given = Object.entries(event.headers ?? {}).find(([name]) => name.toLowerCase() === HEADER)?.[1];
  const key = given || env('anonymousKey');
  const caller = callerOf(key);
  return {
    principalId: caller.ownerId,
    // Every path of the stage: the policy depends on the caller, not on the path.
    policyDocument: {
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: 'execute-api:Invoke', Resource: `${stageOf(event.methodArn)}/*` }],
    },
    context: { ...caller },
    usageIdentifierKey: key,
  };
};

const stageOf = (methodArn: string): string => methodArn.split('/').slice(0, 2).join('/');
