import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { env, sourceParameter } from '../../contract/env';
import { NodeDown } from './errors';

/** How long a source URL is cached, ms: an operator's change takes effect within this time. */
const CACHE_MS = 300_000;
const client = new SSMClient({});
const cached = new Map<string, { url: string; until: number }>();

/** The source RPC URL of a chain. Secret: it must not appear in logs, errors or answers. */
export async function sourceUrl(chainId: string): Promise<string> {
  const held = cached.get(chainId);
  if (held && held.until > Date.now()) return held.url;
  const Name = sourceParameter(env('sources'), chainId);
  try {
    const { Parameter } = await client.send(new GetParameterCommand({ Name, WithDecryption: true }));
    const url = Parameter?.Value ?? '';
    cached.set(chainId, { url, until: Date.now() + CACHE_MS });
    return url;
  } catch (cause) {
    // What is known is more likely to work than nothing.
    if (held) return held.url;
    throw new NodeDown(`chain ${chainId} has no source: put its RPC URL with \`npm run cli -- sources put\``, 'down', {
      cause,
    });
  }
}
