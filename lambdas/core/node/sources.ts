import { GetParameterCommand, ParameterNotFound, SSMClient } from '@aws-sdk/client-ssm';
import { getClient } from '../aws/clients';
import { env, sourceParameter } from '../contract/env';
import { isPChain } from '../contract/pchain-source';
import { msSince } from '../domain/stored-time';
import { systemClock } from '../runtime/clock';
import { NodeDown } from './errors';

/** How long a source URL is cached, ms: an operator's change takes effect within this time. */
const CACHE_MS = 300_000;
/** After how long a source that could not be read again is read once more, ms. */
const RETRY_MS = 20_000;
const cached = new Map<string, { url: string; at: number; forMs: number }>();

/**
 * The source RPC URL of this name: a chain id, or that of a P-chain's source. Secret: it must not appear in logs, errors
 * or answers.
 */
export async function sourceUrl(name: string, client: Pick<SSMClient, 'send'> = getClient(SSMClient)): Promise<string> {
  const held = cached.get(name);
  if (held && msSince(held.at, systemClock()) < held.forMs) return held.url;
  const Name = sourceParameter(env('sources'), name);
  try {
    const { Parameter } = await client.send(new GetParameterCommand({ Name, WithDecryption: true }));
    const url = Parameter?.Value ?? '';
    cached.set(name, { url, at: systemClock(), forMs: CACHE_MS });
    return url;
  } catch (cause) {
    // What is known is more likely to work than nothing.
    if (held) {
      cached.set(name, { url: held.url, at: systemClock(), forMs: RETRY_MS });
      return held.url;
    }
    const what = isPChain(name) ? name : `chain ${name}`;
    const message =
      cause instanceof ParameterNotFound
        ? `${what} has no source: put its RPC URL with \`npm run cli -- sources put\``
        : `the source of ${what} cannot be read: ${cause instanceof Error ? cause.name : 'Error'} of SSM`;
    throw new NodeDown(message, 'down', { cause });
  }
}
