import type { Command } from 'commander';
import { sleep } from '../../lambdas/core/runtime/clock';
import { type Api, type ApiTarget, ask, getApi, onApi } from './api';

interface Options extends ApiTarget {
  readonly forwardTo?: string;
  readonly from?: string;
  readonly cursor?: string;
  readonly print?: boolean;
}
interface Message {
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
interface Page {
  readonly messages: readonly Message[];
  readonly cursor: string;
}

const WAIT_SECONDS = 20;
const RETRY_MS = 1_000;

export function listenCommand(group: Command): void {
  onApi(group.command('listen'))
    .description('forward the messages of a webhook to a receiver on this machine, as they come')
    .argument('<id>', 'webhook id')
    .option('--forward-to <url>', 'URL of the receiver: gets each message as a delivery, body and headers')
    .option('--from <place>', 'where to begin: now, oldest or block:N', 'now')
    .option('--cursor <cursor>', 'continue where an earlier run ended')
    .option('--print', 'print the bodies')
    .addHelpText(
      'after',
      '\nExamples:\n  $ npm run cli -- webhooks listen --local .local 019a8b5e-… --forward-to http://127.0.0.1:3000/hook\n  $ npm run cli -- webhooks listen --url https://… --key pro_… 019a8b5e-… --from oldest --print\n\nThe key must be one of the webhook’s owner. A message is forwarded once a receiver responds, whatever its status; until then it is tried every second. Ctrl-C ends, and shows how to continue.',
    )
    .action(listen);
}

async function listen(id: string, options: Options): Promise<void> {
  const { forwardTo, print, from = 'now' } = options;
  if (forwardTo === undefined && !print) throw new Error('nothing to do: use --forward-to, --print or both');
  const api = getApi(options);
  const end = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => end.abort());
  const counts = { forwarded: 0, refused: 0 };
  let { cursor } = options;
  console.log(`Listening to webhook ${id}. Ctrl-C ends.`);
  try {
    while (!end.signal.aborted) {
      // The first request returns at once, so that there is a cursor to continue with.
      const query = cursor === undefined ? `from=${from}` : `cursor=${cursor}&waitSeconds=${WAIT_SECONDS}`;
      const page = await read(api, id, query, end.signal);
      for (const message of page.messages) {
        if (print) console.log(JSON.stringify(JSON.parse(message.body), null, 2));
        const status = forwardTo === undefined ? undefined : await forward(forwardTo, message, end.signal);
        counts.forwarded += 1;
        if (status !== undefined && (status < 200 || status > 299)) counts.refused += 1;
      }
      ({ cursor } = page);
    }
  } catch (error) {
    if (!end.signal.aborted) throw error;
  }
  const refused = counts.refused === 0 ? '' : `, ${counts.refused} of them refused by the receiver`;
  console.log(
    `\n${counts.forwarded} messages${refused}.${cursor === undefined ? '' : ` Continue with --cursor ${cursor}`}`,
  );
}

/** Waits for the service as long as it is down. */
const read = (api: Api, id: string, query: string, signal: AbortSignal): Promise<Page> =>
  ask(api, `/v1/webhooks/${id}/feed?${query}`, { signal }, Number.POSITIVE_INFINITY);

/** Returns the status of the response. */
async function forward(url: string, { id, headers, body }: Message, signal: AbortSignal): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const began = performance.now();
    try {
      const { status } = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
      console.log(`${new Date().toISOString()} ${id} ${status} in ${Math.round(performance.now() - began)} ms`);
      return status;
    } catch (error) {
      if (signal.aborted) throw error;
      if (attempt === 1) console.log(`${url} does not answer; trying again every second`);
      await sleep(RETRY_MS, signal);
    }
  }
}
