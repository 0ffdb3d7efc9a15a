import { Agent } from 'node:http';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { msSince } from '../domain/stored-time';
import { pastStaleConnections } from '../fetch/stale-connections';
import { type Clock, systemClock } from '../runtime/clock';

// AWS services close connections that idle for 20 s or more. Wall clock, which runs while a function is frozen.
const MAX_IDLE_MS = 15_000;
const MAX_STALLS = 2;

type Handle = NodeHttpHandler['handle'];

/**
 * For functions that freeze between invocations: drops idle connections, resends a request that hits a closed one (not
 * counted as an attempt), and limits the total time of a response to `MAX_STALLS` times `ms`.
 */
export class PausableHandler extends NodeHttpHandler {
  private readonly ms: number;
  private readonly now: Clock;
  private usedAt = 0;

  /** `ms`: limit until the response starts, and of each stall after that. */
  constructor(ms: number, now: Clock = systemClock) {
    super({ requestTimeout: ms, socketTimeout: ms, throwOnRequestTimeout: true });
    this.ms = ms;
    this.now = now;
  }

  override async handle(...[request, options = {}]: Parameters<Handle>): ReturnType<Handle> {
    const { body } = request;
    const isWhole = body === undefined || typeof body === 'string' || body instanceof Uint8Array;
    const send = () => {
      this.dropIdle();
      return this.sendUntilDeadline(request, options);
    };
    return isWhole ? pastStaleConnections(send) : send();
  }

  private dropIdle(): void {
    const [now, before] = [this.now(), this.usedAt];
    this.usedAt = now;
    if (msSince(before, now) < MAX_IDLE_MS) return;
    const { httpAgent, httpsAgent } = this.httpHandlerConfigs();
    for (const agent of [httpAgent, httpsAgent])
      if (agent instanceof Agent) for (const socket of Object.values(agent.freeSockets).flat()) socket?.destroy();
  }

  private async sendUntilDeadline(...[request, options = {}]: Parameters<Handle>): ReturnType<Handle> {
    const deadline = new AbortController();
    const abort = () => deadline.abort();
    const { abortSignal } = options as { abortSignal?: AbortSignal };
    const timer = setTimeout(abort, MAX_STALLS * this.ms);
    const end = () => {
      clearTimeout(timer);
      abortSignal?.removeEventListener('abort', abort);
    };
    if (abortSignal?.aborted) abort();
    abortSignal?.addEventListener('abort', abort);
    try {
      const answer = await super.handle(request, { ...options, abortSignal: deadline.signal });
      answer.response.body.once('close', end);
      return answer;
    } catch (error) {
      end();
      throw error;
    }
  }
}
