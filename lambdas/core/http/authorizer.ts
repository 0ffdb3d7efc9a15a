import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';

import { env, optionalEnv } from '../contract/env';
import { formContext } from '../contract/form-key';
import { getCaller, refusalContext } from '../contract/key-text';
import { keyInRequest } from './key-in-request';

/**
 * No I/O: API Gateway looks the key up before any handler runs, and answers 401 for an unknown key or another plan's.
 * A refusal is passed on in the context, because an authorizer cannot return a message; handlers send it.
 */
export const handler = async (event: APIGatewayRequestAuthorizerEvent): Promise<APIGatewayAuthorizerResult> => {
  const keyHeaders = env('keyHeaders').split(',');
  const parameter = parameterAt(event.resource);
  const found = keyInRequest(event, { keyHeaders, parameter });
  // Ignored if a caller sends it: anyone can compute the key of forms.
  const given = 'key' in found && found.key !== optionalEnv('formKey') ? found.key : undefined;
  // Its body may carry a key, which only the function can read.
  const isForm = given === undefined && !('status' in found) && parameter !== undefined && event.httpMethod === 'POST';
  const key = given ?? env(isForm ? 'formKey' : 'anonymousKey');
  const caller = getCaller(key);
  return {
    principalId: caller.ownerId,
    // All paths of the stage: the policy depends on the caller, not on the path.
    policyDocument: {
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: 'execute-api:Invoke', Resource: `${getStage(event.methodArn)}/*` }],
    },
    context: {
      ...caller,
      ...('status' in found ? refusalContext(found) : {}),
      ...(isForm ? formContext({ keyHeader: keyHeaders[0] ?? '', keyWithout: env('anonymousKey') }) : {}),
    },
    usageIdentifierKey: key,
  };
};

const getStage = (methodArn: string): string => methodArn.split('/').slice(0, 2).join('/');

/** The query parameter that may carry the key at this path. */
function parameterAt(resource: string): string | undefined {
  const [parameter, paths = ''] = optionalEnv('keyParameters')?.split(' ') ?? [];
  return paths.split(',').includes(resource) ? parameter : undefined;
}
