import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { msSince } from '../domain/stored-time';
import { systemClock } from '../runtime/clock';
import { getClient } from './clients';

/** An operator's change takes effect within this time, ms. */
const CACHE_MS = 300_000;
const RETRY_MS = 20_000;
const cached = new Map<string, { value: string; at: number; forMs: number }>();

/** Must not appear in logs, errors or responses. Throws SSM's error, unless the value was read before. */
export async function readSecret(
  Name: string,
  client: Pick<SSMClient, 'send'> = getClient(SSMClient),
): Promise<string> {
  const held = cached.get(Name);
  if (held && msSince(held.at, systemClock()) < held.forMs) return held.value;
  try {
    const { Parameter } = await client.send(new GetParameterCommand({ Name, WithDecryption: true }));
    const value = Parameter?.Value ?? '';
    cached.set(Name, { value, at: systemClock(), forMs: CACHE_MS });
    return value;
  } catch (error) {
    if (!held) throw error;
    // A stale value is more likely to work than none.
    cached.set(Name, { value: held.value, at: systemClock(), forMs: RETRY_MS });
    return held.value;
  }
}
