import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';

import { env } from '../contract/env';
import { getCaller, refusalContext } from '../contract/key-text';
import { keyInHeaders } from './key-in-headers';

/**
 * Maps a request's key headers to an API key, without I/O. API Gateway looks the key up before any handler runs: a key
 * that does not exist, or whose text claims another plan, gets a 401 there. Handlers check that it did, and answer what
 * is refused here: an authorizer has no way to say why.
 */
export const handler = async (event: APIGatewayRequestAuthorizerEvent): Promise<APIGatewayAuthorizerResult> => {
  const given = keyInHeaders(event.multiValueHeaders ?? {}, env('keyHeaders').split(','));
  const key = ('key' in given ? given.key : undefined) ?? env('anonymousKey');
  const caller = getCaller(key);
  return {
    principalId: caller.ownerId,
    // Every path of the stage: the policy depends on the caller, not on the path.
    policyDocument: {
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: 'execute-api:Invoke', Resource: `${getStage(event.methodArn)}/*` }],
    },
    context: { ...caller, ...('status' in given ? refusalContext(given) : {}) },
    usageIdentifierKey: key,
  };
};

const getStage = (methodArn: string): string => methodArn.split('/').slice(0, 2).join('/');
