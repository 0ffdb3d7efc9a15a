import { env, sourceParameter } from '../../contract/env';
import { isPChain } from '../../contract/node-rpc/networks';
import { msSince } from '../../domain/stored-time';
import { type JsonClient, openJsonClient } from '../aws/json-client';
import { systemClock } from '../clock';
import { NodeDown } from './errors';

/** How long a source URL is cached, ms: an operator's change takes effect within this time. */
const CACHE_MS = 300_000;
let ssm: JsonClient | undefined;
const clientOfFunction = (): JsonClient => {
  ssm ??= openJsonClient('ssm');
  return ssm;
};
const cached = new Map<string, { url: string; at: number }>();

/** What SSM answers. */
interface Answer {
  readonly Parameter?: { readonly Value?: string };
}

/**
 * The source RPC URL of this name: a chain id, or that of a P-chain's source. Secret: it must not appear in logs, errors
 * or answers.
 */
export async function sourceUrl(name: string, client = clientOfFunction()): Promise<string> {
  const held = cached.get(name);
  if (held && msSince(held.at, systemClock()) < CACHE_MS) return held.url;
  const Name = sourceParameter(env('sources'), name);
  try {
    const { answer } = await client.send('GetParameter', JSON.stringify({ Name, WithDecryption: true }));
    const { Parameter }: Answer = answer;
    const url = Parameter?.Value ?? '';
    cached.set(name, { url, at: systemClock() });
    return url;
  } catch (cause) {
    // What is known is more likely to work than nothing.
    if (held) return held.url;
    const what = isPChain(name) ? name : `chain ${name}`;
    const message = `${what} has no source: put its RPC URL with \`npm run cli -- sources put\``;
    throw new NodeDown(message, 'down', { cause });
  }
}
