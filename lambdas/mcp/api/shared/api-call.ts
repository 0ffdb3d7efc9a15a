import { log } from '../../../core/runtime/log';

export interface ApiAnswer {
  readonly status: number;
  readonly body: string;
}

interface CallSettings {
  readonly base: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Of the log line, if the API does not respond. */
  readonly fields: object;
  readonly timeoutMs?: number;
}

/** Below the function's own timeout, so that the caller gets an error instead of a 504. */
const TIMEOUT_MS = 25_000;

/** Returns a GET of the API. Never throws, as the agent should read that the API did not respond. */
export const createApiCall =
  ({ base, headers, fields, timeoutMs = TIMEOUT_MS }: CallSettings) =>
  async (path: string): Promise<ApiAnswer> => {
    try {
      const response = await fetch(base + path, { headers, signal: AbortSignal.timeout(timeoutMs) });
      return { status: response.status, body: await response.text() };
    } catch (error) {
      log.error('calling the API for a tool failed', { ...fields, error: (error as Error).cause ?? error });
      return { status: 502, body: 'the API did not respond; try again' };
    }
  };
