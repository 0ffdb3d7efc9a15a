import type { Command } from 'commander';
import { sleep } from '../../lambdas/core/runtime/clock';
import { getReady } from './service';

export interface ApiTarget {
  readonly local?: string;
  readonly url?: string;
  readonly key?: string;
}
export interface Api {
  readonly url: string;
  readonly key: string;
}

const MAX_TRIES = 5;

/** For commands that call the API as any caller does. */
export const onApi = (command: Command): Command =>
  command
    .option('--local <dir>', 'take the URL and the pro key of a running `npm run local` from its --data folder')
    .option('--url <url>', 'URL of the data API (output `DataUrl` of the deployment)')
    .option('--key <key>', 'API key (default: environment variable SERVICE_API_KEY)');

export function getApi({ local, url, key = process.env.SERVICE_API_KEY }: ApiTarget): Api {
  if (local !== undefined) {
    const { dataUrl, apiKeys } = getReady(local);
    return { url: url ?? dataUrl, key: key ?? apiKeys.pro };
  }
  if (url === undefined) throw new Error('specify the service: --url, or --local for one on this machine');
  if (key === undefined) throw new Error('specify a key: --key, or SERVICE_API_KEY in the environment');
  return { url: url.replace(/\/+$/, ''), key };
}

/** Retries network errors, 429 and 5xx; otherwise throws the API's message. */
export async function ask<T>(api: Api, path: string, request: RequestInit = {}, maxTries = MAX_TRIES): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const headers = { ...request.headers, 'x-service-api-key': api.key };
    const response = await fetch(api.url + path, { ...request, headers }).catch((error: unknown) => {
      if (attempt === maxTries || request.signal?.aborted)
        throw new Error(`${api.url} does not answer: ${String(error)}`, { cause: error });
      return undefined;
    });
    if (response?.ok) return (await response.json()) as T;
    const isLater = !response || response.status === 429 || response.status >= 500;
    if (!isLater || attempt === maxTries) {
      const { message } = ((await response?.json().catch(() => undefined)) ?? {}) as { message?: string };
      throw new Error(message ?? `${api.url} responded with ${response?.status}`);
    }
    const seconds = Math.max(Number(response?.headers.get('retry-after') ?? 0), Math.min(30, 2 ** (attempt - 1)));
    await sleep(seconds * 1_000, request.signal ?? undefined);
  }
}
