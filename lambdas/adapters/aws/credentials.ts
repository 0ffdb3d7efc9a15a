import { lambdaVariables } from '../../contract/env';
import type { Credentials } from './signature';

/** Those of the running function: Lambda sets them for as long as the process lives. Throws where there are none. */
export function credentialsOfFunction(variables = lambdaVariables()): Credentials {
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
  } = variables;
  if (!accessKeyId || !secretAccessKey) throw new Error('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not set');
  return { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) };
}

/**
 * Takes the place of `defaultProvider` of `@aws-sdk/credential-provider-node` in what is deployed (lib/assets.ts). That one
 * also looks into profiles, single sign-on and the metadata of machines, which Lambda does not have: a tenth of what a
 * client of S3 loads.
 * @public
 */
export const defaultProvider = () => async () => credentialsOfFunction();
