import { ParameterNotFound, type SSMClient } from '@aws-sdk/client-ssm';
import { readSecret } from '../aws/secret-parameter';
import { env, sourceParameter } from '../contract/env';
import { isPChain } from '../contract/pchain-source';
import { NodeDown } from './errors';

/** Secret: must not appear in logs, errors or responses. Throws NodeDown if it is missing or unreadable. */
export async function sourceUrl(name: string, client?: Pick<SSMClient, 'send'>): Promise<string> {
  const parameter = sourceParameter(env('sources'), name);
  try {
    return await readSecret(parameter, client);
  } catch (cause) {
    const label = isPChain(name) ? name : `chain ${name}`;
    const message =
      cause instanceof ParameterNotFound
        ? `${label} has no source: store its RPC URL with \`npm run cli -- sources put\``
        : `the source of ${label} cannot be read: SSM failed with ${cause instanceof Error ? cause.name : 'Error'}`;
    throw new NodeDown(message, 'down', { cause });
  }
}
