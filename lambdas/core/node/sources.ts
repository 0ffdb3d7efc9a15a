import { GetParameterCommand, ParameterNotFound, SSMClient } from '@aws-sdk/client-ssm';
import { getClient } from '../aws/clients';
import { env, sourceParameter } from '../contract/env';
import { isPChain } from '../contract/pchain-source';
import { msSince } from '../domain/stored-time';
import { systemClock } from '../runtime/clock';
import { NodeDown } from './errors';

/** An operator's change takes effect within this time, ms. */
const CACHE_MS = 300_000;
const RETRY_MS = 20_000;
const cached = new Map<string, { url: string; at: number; forMs: number }>();

/** Secret: must not appear in logs, errors or responses. Throws NodeDown if it is missing or unreadable. */
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
    // A stale URL is more likely to work than none.
    if (held) {
      cached.set(name, { url: held.url, at: systemClock(), forMs: RETRY_MS });
      return held.url;
    }
    const label = isPChain(name) ? name : `chain ${name}`;
    const message =
      cause instanceof ParameterNotFound
        ? `${label} has no source: store its RPC URL with \`npm run cli -- sources put\``
        : `the source of ${label} cannot be read: SSM failed with ${cause instanceof Error ? cause.name : 'Error'}`;
    throw new NodeDown(message, 'down', { cause });
  }
}
